//! The text of the configuration: each key with a comment that says what it is and why it is so.

use std::fmt::Write;

/// A key, and what stands above it.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Entry {
    /// Lines of comment.
    pub comments: Vec<String>,
    /// The name of the option.
    pub key: &'static str,
    /// Its value.
    pub value: serde_json::Value,
    /// Whether it is only an example, behind `//`.
    pub example: bool,
}

/// The text of `nearmiss.config.mjs`.
pub fn config_text(entries: &[Entry]) -> String {
    let mut text = String::from(
        "// What `npx nearmiss fuzz` reads. Written by `nearmiss init`; yours to change. What is typed on the command line wins.\n\
         // All options: npx nearmiss fuzz --help, by their long names in camelCase.\n\n\
         /** @type {import(\"nearmiss/config\").NearmissConfig} */\n\
         export default {\n",
    );
    for (index, entry) in entries.iter().enumerate() {
        if index > 0 {
            text.push('\n');
        }
        for comment in &entry.comments {
            let _ = writeln!(text, "  // {}", one_line(comment));
        }
        let behind = if entry.example { "// " } else { "" };
        let _ = writeln!(text, "  {behind}{}: {},", entry.key, entry.value);
    }
    text.push_str("};\n");
    text
}

/// A comment ends with its line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_stand_below_their_comments_and_examples_are_comments() {
        let entries = [
            Entry {
                comments: vec!["How it starts:\n a \"script\"".to_owned()],
                key: "start",
                value: "node \"a b.js\"".into(),
                example: false,
            },
            Entry { key: "reset", value: "restart".into(), example: true, ..Entry::default() },
        ];
        let text = config_text(&entries);
        let body = text.split_once("export default {\n").unwrap().1;
        assert_eq!(
            body,
            "  // How it starts: a \"script\"\n  start: \"node \\\"a b.js\\\"\",\n\n  // reset: \"restart\",\n};\n"
        );
    }
}
