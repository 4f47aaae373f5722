//! The maps of output files: where they stand and what they call the sources.

use std::path::{Component, Path, PathBuf};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use nearmiss_instrument::source_map::find_map_reference;

const KEY: &str = "sourceMappingURL=";
const SOURCES: &str = "\"sources\":";

/// The text with the comment that names its own map made a plain one, byte for byte as long: that
/// map is not the map of the probed text.
pub fn without_reference(mut text: String) -> String {
    let has_one = matches!(find_map_reference(&text), Ok(Some(_)));
    let mark = text.rfind(KEY).and_then(|at| text[..at].rfind(['#', '@']));
    if let (true, Some(mark)) = (has_one, mark) {
        text.replace_range(mark..=mark, " ");
    }
    text
}

/// The map with its sources named relative to the folder of `output` instead of that of `source`.
pub fn seen_from(map: &str, source: &Path, output: &Path) -> String {
    let (Some(from), Some(to)) = (source.parent(), output.parent()) else { return map.to_owned() };
    let Some(at) = map.find(SOURCES).map(|at| at + SOURCES.len()) else { return map.to_owned() };
    let mut list =
        serde_json::Deserializer::from_str(&map[at..]).into_iter::<Vec<Option<String>>>();
    let Some(Ok(sources)) = list.next() else { return map.to_owned() };
    let end = at + list.byte_offset();
    let moved: Vec<Option<String>> = sources
        .into_iter()
        .map(|source| source.map(|source| seen_from_folder(source, from, to)))
        .collect();
    let moved = serde_json::to_string(&moved).unwrap_or_default();
    format!("{}{moved}{}", &map[..at], &map[end..])
}

/// A path relative to `from`, relative to `to`.
fn seen_from_folder(source: String, from: &Path, to: &Path) -> String {
    if source.contains(':') || source.starts_with('/') {
        return source;
    }
    let target = normal(&from.join(&source));
    let shared = target.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    let up = to.components().skip(shared).map(|_| "..".to_owned());
    let down = target
        .components()
        .skip(shared)
        .map(|part| part.as_os_str().to_string_lossy().into_owned());
    up.chain(down).collect::<Vec<_>>().join("/")
}

fn normal(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

/// Names the map beside the file, and answers its path.
pub fn append_reference(code: &mut String, file: &Path) -> PathBuf {
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(".map");
    let url = name.to_string_lossy().replace('%', "%25").replace(' ', "%20");
    append(code, &url);
    file.with_file_name(name)
}

/// Puts the map into the file.
pub fn append_inline(code: &mut String, map: &str) {
    append(code, &format!("data:application/json;base64,{}", BASE64_STANDARD.encode(map)));
}

fn append(code: &mut String, url: &str) {
    if !code.ends_with('\n') {
        code.push('\n');
    }
    code.push_str("//# ");
    code.push_str(KEY);
    code.push_str(url);
    code.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_seen_from_the_output() {
        let map = r#"{"version":3,"sources":["a.ts","../b.ts","webpack:///c.ts",null],"x":1}"#;
        let moved = seen_from(map, Path::new("/p/src/a.ts"), Path::new("/p/build/deep/a.js"));
        assert_eq!(
            moved,
            r#"{"version":3,"sources":["../../src/a.ts","../../b.ts","webpack:///c.ts",null],"x":1}"#
        );
    }

    #[test]
    fn the_comment_that_names_a_map_is_replaced() {
        let text = "f()\n//# sourceMappingURL=a.js.map\n".to_owned();
        let mut code = without_reference(text);
        assert_eq!(code, "f()\n//  sourceMappingURL=a.js.map\n");
        let beside = append_reference(&mut code, Path::new("/b/a b.js"));
        assert_eq!(beside, Path::new("/b/a b.js.map"));
        assert!(code.ends_with("\n//# sourceMappingURL=a%20b.js.map\n"));
        assert_eq!(without_reference("// nothing".to_owned()), "// nothing");
    }
}
