use crate::source_map::LineIndex;

#[test]
fn lines_and_columns_are_those_of_v8() {
    let text = "a\r\nä😀b\rc\u{2028}d\n\ne";
    let index = LineIndex::new(text);
    assert_eq!(index.line_count(), 6);
    for (what, place) in [
        ("a", (0, 0)),
        ("ä", (1, 0)),
        ("😀", (1, 1)),
        ("b", (1, 3)),
        ("c", (2, 0)),
        ("d", (3, 0)),
        ("e", (5, 0)),
    ] {
        let offset = text.find(what).unwrap();
        assert_eq!(index.position(offset), place, "{what}");
        assert_eq!(index.offset(place.0, place.1), Some(offset), "{what}");
    }
    assert_eq!(index.offset(6, 0), None);
    assert_eq!(index.offset(5, 2), None);
    assert_eq!(LineIndex::new("").position(0), (0, 0));
}
