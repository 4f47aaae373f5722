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

#[test]
fn places_on_a_long_line_lead_to_columns_and_back() {
    let line = "é😀ab€".repeat(100);
    let text = format!("é\n{line}\n{line}");
    let index = LineIndex::new(&text);
    for (at, _) in text.char_indices().filter(|(_, character)| *character != '\n') {
        let (line, column) = index.position(at);
        let start = index.line_start(line).unwrap();
        assert_eq!(column as usize, text[start..at].encode_utf16().count(), "{at}");
        assert_eq!(index.offset(line, column), Some(at));
    }
    // The second half of a pair is no place of its own: what follows is.
    assert_eq!(index.offset(1, 2), Some("é\né😀".len()));
    assert_eq!(index.offset(1, 10_000), None);
}
