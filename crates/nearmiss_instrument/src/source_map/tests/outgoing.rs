use sourcemap::SourceMap;

use crate::source_map::{
    Chunk, LineIndex, MapDetail, OutgoingMap, Segments, outgoing_map, parse_map,
};

/// Splices text before given pieces of the source: an output and its chunks.
struct Spliced {
    output: String,
    chunks: Vec<Chunk>,
}

/// `pieces` alternate: text to insert, a range of the source to copy.
fn splice(code: &str, pieces: &[(&str, std::ops::Range<usize>)]) -> Spliced {
    let mut output = String::new();
    let mut chunks = Vec::new();
    for (inserted, range) in pieces {
        output.push_str(inserted);
        chunks.push(Chunk { output: output.len(), source: range.start, length: range.len() });
        output.push_str(&code[range.clone()]);
    }
    Spliced { output, chunks }
}

fn map_of(
    code: &str,
    spliced: &Spliced,
    incoming: Option<&SourceMap>,
    detail: MapDetail,
) -> Segments {
    let json = outgoing_map(&OutgoingMap {
        code,
        output: &spliced.output,
        chunks: &spliced.chunks,
        incoming,
        source: "a.js",
        sources_content: false,
        detail,
    });
    Segments::new(&parse_map(&json, &spliced.output).expect("our own map is sound"))
}

const CODE: &str = "let ä😀 = 1;\r\nif (aa<bb && !cc) {\n  dd(ee, 'ff'); } // gg\n\nhh\n";

fn probed() -> Spliced {
    let at = |text: &str| CODE.find(text).unwrap();
    splice(
        CODE,
        &[
            ("__nm.e(1);", 0..at("aa")),
            ("ö(", at("aa")..at("<bb")),
            (",", at("bb")..at(" &&")),
            (")", at(" &&")..at("!cc")),
            ("__nm.n(", at("cc")..at("cc") + 2),
            (")", at(") {")..at("dd")),
            // The dual form copies a text twice.
            ("S[1]?", at("dd")..at("dd") + 12),
            (":", at("dd")..CODE.len()),
        ],
    )
}

#[test]
fn every_copied_token_maps_exactly() {
    let spliced = probed();
    let segments = map_of(CODE, &spliced, None, MapDetail::Tokens);
    let (output, source) = (LineIndex::new(&spliced.output), LineIndex::new(CODE));
    let mut checked = 0;
    for chunk in &spliced.chunks {
        let text = &CODE[chunk.source..chunk.source + chunk.length];
        for (at, _) in text.char_indices() {
            let starts_token = text[at..].starts_with(|c: char| !c.is_whitespace())
                && (at == 0
                    || !text[..at]
                        .ends_with(|c: char| c.is_alphanumeric() || c == '😀' || "&/".contains(c)));
            if !starts_token {
                continue;
            }
            let (line, column) = output.position(chunk.output + at);
            let found = segments.lookup(line, column).map(|o| (o.line, o.column));
            assert_eq!(found, Some(source.position(chunk.source + at)), "{:?}", &text[at..]);
            checked += 1;
        }
    }
    assert!(checked > 25, "{checked}");
}

#[test]
fn edits_alone_keep_every_line_and_each_chunk() {
    let spliced = probed();
    let segments = map_of(CODE, &spliced, None, MapDetail::Edits);
    let (output, source) = (LineIndex::new(&spliced.output), LineIndex::new(CODE));
    for chunk in &spliced.chunks {
        let (line, column) = output.position(chunk.output);
        let found = segments.lookup(line, column).map(|o| (o.line, o.column));
        assert_eq!(found, Some(source.position(chunk.source)));
    }
    for line in 0..output.line_count() - 1 {
        assert_eq!(segments.lookup(line, 0).unwrap().line, line);
    }
}

#[test]
fn inserted_text_maps_to_what_follows_it() {
    let spliced = probed();
    let segments = map_of(CODE, &spliced, None, MapDetail::Tokens);
    let (output, source) = (LineIndex::new(&spliced.output), LineIndex::new(CODE));
    let (line, column) = output.position(spliced.output.find("__nm.n(").unwrap());
    let found = segments.lookup(line, column).map(|o| (o.line, o.column));
    assert_eq!(found, Some(source.position(CODE.find("cc").unwrap())));
}

#[test]
fn an_incoming_map_is_shifted_by_the_insertions() {
    // Lines 1 and 2 stem from lines 11 and 12 of a.ts, `bb` from column 20, `dd` from 15:5; what
    // follows `bb` on its line has no original.
    let mut builder = sourcemap::SourceMapBuilder::new(None);
    let id = builder.add_source("a.ts");
    let index = LineIndex::new(CODE);
    let mut add = |text: &str, original: Option<(u32, u32)>| {
        let (line, column) = index.position(CODE.find(text).unwrap());
        let (l, c) = original.unwrap_or((0, 0));
        builder.add_raw(line, column, l, c, original.map(|_| id), None, false);
    };
    add("let", Some((10, 0)));
    add("if", Some((11, 2)));
    add("bb", Some((11, 20)));
    add(" && ", None);
    add("dd", Some((14, 5)));
    let incoming = builder.into_sourcemap();

    let spliced = probed();
    let segments = map_of(CODE, &spliced, Some(&incoming), MapDetail::Tokens);
    let output = LineIndex::new(&spliced.output);
    let found = |text: &str| {
        let (line, column) = output.position(spliced.output.find(text).unwrap());
        segments.lookup(line, column).map(|o| (o.line, o.column))
    };
    assert_eq!(found("let"), Some((10, 0)));
    assert_eq!(found("if"), Some((11, 2)));
    assert_eq!(found("bb"), Some((11, 20)));
    assert_eq!(found("&&"), None);
    assert_eq!(found("__nm.n("), None);
    assert_eq!(found("dd(ee"), Some((14, 5)));
    assert_eq!(found(":dd"), Some((14, 5)));
    assert_eq!(found("hh"), None);
}

#[test]
fn the_json_is_a_map_of_version_3() {
    let spliced = splice("a\nb", &[("x;", 0..3)]);
    let json = outgoing_map(&OutgoingMap {
        code: "a\nb",
        output: &spliced.output,
        chunks: &spliced.chunks,
        incoming: None,
        source: "dir/a.js",
        sources_content: true,
        detail: MapDetail::Edits,
    });
    assert_eq!(
        json,
        r#"{"version":3,"sources":["dir/a.js"],"sourcesContent":["a\nb"],"names":[],"mappings":"AAAA;AACA"}"#
    );
}
