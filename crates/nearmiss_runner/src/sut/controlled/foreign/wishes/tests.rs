use super::*;

/// What is told of the texts and wishes of one action: kind, taint and text.
fn told(wishes: &[(&str, &str, Option<&str>)]) -> Vec<(u16, u32, String)> {
    let words = SearchWords::default();
    told_with(&words, wishes)
}

fn told_with(
    words: &SearchWords,
    wishes: &[(&str, &str, Option<&str>)],
) -> Vec<(u16, u32, String)> {
    let mut facts = Vec::new();
    let mut all = Wishes { words, action: 0, facts: &mut facts };
    for (name, kind, value) in wishes {
        all.take_in(
            name,
            &StringSpecializationInfoDto {
                string_specialization: (*kind).to_owned(),
                value: value.map(str::to_owned),
                taint_type: "FULL_MATCH".to_owned(),
            },
        );
    }
    facts
        .into_iter()
        .map(|(kind, _, taint, text)| (kind, taint, String::from_utf16_lossy(&text)))
        .collect()
}

fn fact(kind: u16, taint: u32, text: &str) -> (u16, u32, String) {
    (kind, taint, text.to_owned())
}

#[test]
fn names_of_taints_are_found_in_any_case_and_in_longer_texts() {
    let found = |text: &str| {
        let Tainted { numbers, fixed } = Tainted::of(text);
        (numbers, fixed)
    };
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    assert_eq!(found("_em_7_xyz_"), (vec![7], texts(&["", ""])));
    assert_eq!(found("a_Em_007_Xyz_b"), (vec![7], texts(&["a", "b"])));
    assert_eq!(found("_EM_3_XYZ_____EM_5_XYZ_"), (vec![3, 5], texts(&["", "___", ""])));
    assert_eq!(found("_EM__EM_4_XYZ_"), (vec![4], texts(&["_EM_", ""])));
    assert_eq!(found("_EM_x_XYZ_é"), (vec![], texts(&["_EM_x_XYZ_é"])));
}

#[test]
fn a_pair_gives_each_input_the_other_one_whichever_was_told() {
    let pair = [fact(fact::EQUAL_TO_TAINT, 3, "5"), fact(fact::EQUAL_TO_TAINT, 5, "3")];
    let id = Some("_EM_3_XYZ_____EM_5_XYZ_");
    assert_eq!(told(&[("_EM_3_XYZ_", "EQUAL", id), ("_EM_5_XYZ_", "EQUAL", id)]), pair);
    assert_eq!(told(&[("_em_3_xyz_", "EQUAL", Some("_em_3_xyz_____em_5_xyz_"))]), pair);
    assert_eq!(told(&[("_EM_3_XYZ_", "EQUAL", Some("_EM_5_XYZ_"))]), pair);
    assert_eq!(told(&[("_EM_3_XYZ_", "EQUAL", None)]), []);
}

#[test]
fn a_word_in_any_case_is_told_once() {
    let wishes =
        ["ABC", "abc", "Abc"].map(|word| ("_EM_1_XYZ_", "CONSTANT_IGNORE_CASE", Some(word)));
    assert_eq!(told(&wishes), [fact(fact::CONSTANT_IGNORE_CASE, 1, "abc")]);
}

#[test]
fn expressions_are_translated_and_what_says_nothing_is_left_out() {
    let wishes = [
        ("_EM_1_XYZ_", "REGEX_WHOLE", Some(r"\Qa.b\E\p{Alpha}++")),
        ("_EM_1_XYZ_", "REGEX_PARTIAL", Some(r"(?i)ab")),
        ("_EM_1_XYZ_", "REGEX_WHOLE", Some("(.*)")),
        ("_EM_1_XYZ_", "REGEX_PARTIAL", Some("x*")),
        ("_EM_1_XYZ_", "REGEX_WHOLE", Some("")),
        ("_EM_1_XYZ_", "REGEX_WHOLE", None),
    ];
    assert_eq!(
        told(&wishes),
        [fact(fact::REGEX_WHOLE, 1, r"a\.b[A-Za-z]+"), fact(fact::REGEX_PARTIAL, 1, "[Aa][Bb]"),]
    );
}

#[test]
fn what_cannot_be_translated_is_named_once_a_search() {
    let words = SearchWords::default();
    let wishes = [
        ("_EM_1_XYZ_", "REGEX_WHOLE", Some(r"\N{LATIN SMALL LETTER A}")),
        ("_EM_2_XYZ_", "REGEX_WHOLE", Some(r"\N{LATIN SMALL LETTER A}")),
        ("_EM_2_XYZ_", "REGEX_WHOLE", Some("a(?=b)")),
        ("_EM_1_XYZ_", "DATE_FORMAT_PATTERN", Some("yyyy-bb")),
    ];
    assert_eq!(told_with(&words, &wishes), [fact(fact::DATE, 1, "")]);
    assert_eq!(told_with(&words, &wishes), [fact(fact::DATE, 1, "")]);
    let translations = words.translations.lock().unwrap();
    assert_eq!(
        translations.named().collect::<Vec<_>>(),
        ["a date", "a text that matches \\N{LATIN SMALL LETTER A}", "a text that matches a(?=b)",]
    );
}

#[test]
fn parts_of_a_text_are_told_what_is_left_for_them() {
    assert_eq!(
        told(&[
            ("user-_EM_1_XYZ_", "CONSTANT", Some("user-7")),
            ("user-_EM_1_XYZ_", "CONSTANT", Some("other-7")),
            ("USER-_EM_1_XYZ_!", "CONSTANT_IGNORE_CASE", Some("User-A!")),
            ("user-_EM_1_XYZ_.txt", "REGEX_WHOLE", Some(r"[a-z]+-\d{3}\.txt")),
            ("_em_1_xyz_-_EM_2_XYZ_", "REGEX_WHOLE", Some(r"\p{Upper}{2}\Q-\E\d+")),
            ("a_EM_1_XYZ_", "REGEX_PARTIAL", Some("x+y")),
            ("a_EM_1_XYZ_", "REGEX_WHOLE", Some("b.*")),
            ("a_EM_1_XYZ_", "REGEX_WHOLE", Some(".*")),
            ("a_EM_1_XYZ_", "INTEGER", None),
        ]),
        [
            fact(fact::CONSTANT, 1, "7"),
            fact(fact::CONSTANT_IGNORE_CASE, 1, "a"),
            fact(fact::REGEX_WHOLE, 1, r"\d{3}"),
            fact(fact::REGEX_WHOLE, 1, "[A-Z]{2}"),
            fact(fact::REGEX_WHOLE, 2, r"\d+"),
            fact(fact::REGEX_PARTIAL, 1, "x+y"),
        ]
    );
}

#[test]
fn types_are_told_as_schemas() {
    let words = SearchWords::default();
    let point = r#""a.Point":{"type":"object","properties":{"x":{"type":"number"}}}"#;
    let wishes = [
        ("_EM_1_XYZ_", "UUID", Some("name")),
        ("_EM_2_XYZ_", "LONG", None),
        ("_EM_3_XYZ_", "JSON_OBJECT", Some(point)),
        ("_EM_4_XYZ_", "JSON_ARRAY", None),
        ("_EM_5_XYZ_", "JSON_MAP", None),
        ("_EM_6_XYZ_", "JSON_MAP_FIELD", Some("size")),
        ("_EM_7_XYZ_", "BOOLEAN", None),
    ];
    assert_eq!(
        told_with(&words, &wishes),
        [
            fact(fact::OF_SCHEMA, 1, "0"),
            fact(fact::NUMBER, 2, ""),
            fact(fact::OF_SCHEMA, 2, "1"),
            fact(fact::OF_SCHEMA, 3, "2"),
            fact(fact::KIND, 4, "array"),
            fact(fact::OF_SCHEMA, 4, "3"),
            fact(fact::OF_SCHEMA, 5, "4"),
            fact(fact::MARKED, 6, "size"),
            fact(fact::KIND, 7, "boolean"),
            fact(fact::REGEX_WHOLE, 7, "true|false"),
        ]
    );
    let validators = words.validators.lock().unwrap();
    assert_eq!(validators.text(0).as_deref(), Some(r#"{"type":"string","format":"uuid"}"#));
    assert_eq!(validators.text(4).unwrap().matches("EM_tainted_map").count(), 2);
}

#[test]
fn classes_of_java_are_types_of_json() {
    for (class, kind, text) in [
        ("java/lang/Double", fact::KIND, "number"),
        ("java/lang/Boolean", fact::KIND, "boolean"),
        ("java/util/ArrayList", fact::KIND, "array"),
        ("[Ljava/lang/Object;", fact::KIND, "array"),
        ("java/util/LinkedHashMap", fact::PROPERTY, "EM_tainted_map"),
    ] {
        assert_eq!(
            told(&[("_EM_1_XYZ_", "CAST_TO_TYPE", Some(class))]),
            [fact(kind, 1, text)],
            "{class}"
        );
    }
    assert_eq!(told(&[("_EM_1_XYZ_", "CAST_TO_TYPE", Some("java/util/Date"))]), []);
}
