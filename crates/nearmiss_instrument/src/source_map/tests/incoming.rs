use crate::source_map::{MapReference, OriginalLines, find_map_reference, parse_map};

#[test]
fn references_are_found_at_the_end_only() {
    let external = |url: &str| Some(MapReference::External(url.into()));
    for (code, expected) in [
        ("a();\n//# sourceMappingURL=a.js.map", external("a.js.map")),
        ("a(); //# sourceMappingURL=a.js.map\r\n\r\n", external("a.js.map")),
        ("a();\n//@ sourceMappingURL=a.js.map\n// bye\n", external("a.js.map")),
        ("a();\n/*# sourceMappingURL=a.css.map*/", external("a.css.map")),
        ("const s = '//# sourceMappingURL=a.js.map';\nb();", None),
        ("f(`//# sourceMappingURL=${x}`)", None),
        ("// sourceMappingURL=a.js.map", None),
        ("a();", None),
        (
            "a();\n//# sourceMappingURL=data:application/json;charset=utf-8;base64,eyJhIjoiw6QifQ==\n",
            Some(MapReference::Inline("{\"a\":\"ä\"}".into())),
        ),
    ] {
        assert_eq!(find_map_reference(code).unwrap(), expected, "{code}");
    }
    assert!(find_map_reference("//# sourceMappingURL=data:application/json;base64,(").is_err());
    assert!(find_map_reference("//# sourceMappingURL=data:nonsense").is_err());
}

#[test]
fn a_map_with_sections_is_read() {
    let json = r#"{"version":3,"sections":[
        {"offset":{"line":0,"column":0},"map":{"version":3,"sources":["a"],"names":[],"mappings":"AACA"}},
        {"offset":{"line":1,"column":0},"map":{"version":3,"sources":["b"],"names":[],"mappings":"AAGA"}}]}"#;
    let map = parse_map(json, "a\nb\n").unwrap();
    assert_eq!(map.get_token_count(), 2);
}

#[test]
fn a_lookup_stays_on_its_line_and_sees_unmapped_code() {
    // Line 1: column 0 unmapped, column 4 to 7:0, column 8 unmapped. Line 2: nothing.
    let json = r#"{"version":3,"sources":["a.ts"],"names":[],"mappings":"A,IAMA,I"}"#;
    let code = "aaaabbbbcccc\ndddd\n";
    let map = parse_map(json, code).unwrap();
    let lines = OriginalLines::new(code, Some(&map));
    let found: Vec<Option<u32>> = [0, 3, 4, 7, 8, 13].map(|offset| lines.line(offset)).to_vec();
    assert_eq!(found, [None, None, Some(7), Some(7), None, None]);
}

#[test]
fn a_bundle_keeps_its_own_lines() {
    let json = r#"{"version":3,"sources":["a.ts","b.ts"],"names":[],"mappings":"AAMA;ACAA"}"#;
    let code = "a\nb\n";
    let map = parse_map(json, code).unwrap();
    let lines = OriginalLines::new(code, Some(&map));
    assert_eq!((lines.line(0), lines.line(2)), (Some(1), Some(2)));
    assert_eq!(lines.source(), None);
}

#[test]
fn what_opens_belongs_to_what_follows() {
    // `a` stems from 1:0, `b` from 2:1, `c` from 3:0; the brackets have no mapping.
    let mut builder = sourcemap::SourceMapBuilder::new(None);
    let id = builder.add_source("a.ts");
    let code = "a;(!b)();{}c";
    for (text, line) in [("a", 0), ("b", 1), ("c", 2)] {
        let column = u32::try_from(code.find(text).unwrap()).unwrap();
        builder.add_raw(0, column, line, 0, Some(id), None, false);
    }
    let map = builder.into_sourcemap();
    let lines = OriginalLines::new(code, Some(&map));
    let found =
        ["a", "(!", "!", "b", "()", "{}", "c"].map(|text| lines.line(code.find(text).unwrap()));
    assert_eq!(found, [Some(1), Some(2), Some(2), Some(2), Some(2), Some(2), Some(3)]);
}
