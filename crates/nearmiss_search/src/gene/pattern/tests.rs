use rand::SeedableRng;

use super::super::contract::gene_contract;
use super::*;
use crate::{GeneSpec, GeneValue};

fn pattern(pattern: &str, min_len: usize, max_len: usize) -> GeneSpec {
    GeneSpec::Pattern { pattern: pattern.to_owned(), min_len, max_len }
}

fn string(value: &GeneValue) -> String {
    match value {
        GeneValue::Text(units) => String::from_utf16_lossy(units),
        other => panic!("{other:?} is no text"),
    }
}

fn free(spec: &str) -> GeneSpec {
    pattern(spec, 0, usize::MAX)
}

gene_contract!(digits, free("^\\d{3,5}$"), |v| {
    let s = string(v);
    (3..=5).contains(&s.len()) && s.bytes().all(|b| b.is_ascii_digit())
});
gene_contract!(anywhere, free("ab+c"), |v| {
    string(v).contains("ab") && string(v).contains("bc")
});
gene_contract!(bounded, pattern("^[a-z]+$", 20, 25), |v| {
    let s = string(v);
    (20..=25).contains(&s.len()) && s.bytes().all(|b| b.is_ascii_lowercase())
});
gene_contract!(password, free("^(?=.*[A-Z])(?=.*\\d)(?=.*[!@#])[A-Za-z\\d!@#]{8,12}$"), |v| {
    let s = string(v);
    (8..=12).contains(&s.len())
        && s.bytes().any(|b| b.is_ascii_uppercase())
        && s.bytes().any(|b| b.is_ascii_digit())
        && s.contains(['!', '@', '#'])
});
gene_contract!(not_foo, free("^(?!foo)[a-o]{3}$"), |v| string(v).len() == 3
    && !string(v).starts_with("foo"));
gene_contract!(same_again, free("^(['\"])([a-z]*)\\1-\\2$"), |v| {
    let s = string(v);
    let (quoted, again) = s.rsplit_once('-').unwrap();
    quoted[1..quoted.len() - 1] == *again
        && quoted.as_bytes()[0] == *quoted.as_bytes().last().unwrap()
});
gene_contract!(ignoring_case, free("^(?i:yes|no)$"), |v| matches!(
    string(v).to_lowercase().as_str(),
    "yes" | "no"
));
gene_contract!(astral, free("^\\u{1f600}[\\u00e0-\\u00e5]$"), |v| {
    let s = string(v);
    s.starts_with('\u{1f600}') && s.chars().count() == 2
});
gene_contract!(not_a_pattern, pattern("(", 2, 4), |v| (2..=4)
    .contains(&string(v).encode_utf16().count()));

#[test]
fn the_matcher_agrees_with_ecmascript() {
    // Each line was checked with RegExp.prototype.test in Node 20.
    let cases: &[(&str, &str, bool)] = &[
        ("a|b", "xb", true),
        ("^a|b$", "ca", false),
        ("^(a+)+$", "aaaa", true),
        ("^(a*)*b$", "aaaab", true),
        ("^(?:a|ab)(?:c|bcd)d*$", "abcd", true),
        ("^.{2,3}?$", "abc", true),
        ("\\bfoo\\b", "a foo b", true),
        ("\\bfoo\\b", "afoo", false),
        ("(?<=\\$)\\d+", "cost $42", true),
        ("(?<!\\$)\\b\\d+", "cost $42", false),
        ("^(?<year>\\d{4})-\\k<year>$", "2026-2026", true),
        ("^(?<year>\\d{4})-\\k<year>$", "2026-2027", false),
        ("^[^a-c]$", "d", true),
        ("^[^a-c]$", "b", false),
        ("^[\\d\\-x]+$", "1-x", true),
        ("^[]$", "a", false),
        ("^[^]$", "\n", true),
        ("^.$", "\n", false),
        ("^\\x41\\u0042\\cJ$", "AB\n", true),
        ("a{,3}", "a{,3}", true),
        ("x{2}", "xx", true),
        ("^]}$", "]}", true),
        ("^(?:)$", "", true),
        ("^\\/\\.\\-$", "/.-", true),
        ("(a)|\\1b", "b", true),
        ("^(?=a)b", "b", false),
        ("^(?:(a)|b)*$", "abab", true),
    ];
    for (source, text, expected) in cases {
        let pattern = parse::parse(source).unwrap();
        let units: Vec<u16> = text.encode_utf16().collect();
        assert_eq!(
            matcher::matches(&pattern, &units, false, &mut Work::new()),
            *expected,
            "/{source}/ on {text:?}"
        );
    }
}

#[test]
fn common_expressions_are_sampled() {
    let sources = [
        "^[\\w.+-]+@[\\w-]+\\.[\\w.]{2,}$",
        "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$",
        "^https?:\\/\\/(www\\.)?[-a-zA-Z0-9@:%._+~#=]{1,256}\\.[a-zA-Z0-9()]{1,6}\\b([-a-zA-Z0-9()@:%_+.~#?&/=]*)$",
        "^(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)){3}$",
        "^#?([a-f0-9]{6}|[a-f0-9]{3})$",
        "^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$",
        "^(?=(?:.*\\d){3})(?!.*\\s).{10,}$",
        "^\\p{Lu}\\p{L}*$",
        "^(mon|tue|wed|thur|fri|sat|sun)day[0-9]+$",
        "(?<=a)b",
        "^[A-Z]{2}[ ]?\\d{2}[A-Z]{0,3}$",
        "^(([a-z])\\2)+$",
    ];
    for source in sources {
        for seed in 0..30 {
            let mut rng = Pcg64Mcg::seed_from_u64(seed);
            let gene = PatternText::new(source, 0, 300, false, &mut rng);
            let gene = gene.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            assert!(gene.accepts(&gene.text, &mut Work::new()));
        }
    }
}

#[test]
fn what_cannot_be_sampled_is_said() {
    for source in ["(", "[a", "a**", "b{3,2}", "[z-a]", "\\"] {
        let problem = pattern_problem(source, 0, 10);
        assert!(problem.is_some_and(|text| text.contains("character")), "{source}");
    }
    assert!(pattern_problem("^a{5}$", 0, 3).is_some_and(|text| text.contains("0 to 3")));
    assert!(pattern_problem("^(?!)", 0, 3).is_some());
    assert_eq!(pattern_problem("^[a-z]{2}$", 0, 5), None);
}

#[test]
fn heavy_backtracking_ends() {
    let pattern = parse::parse("^(a|aa|a?)+$").unwrap();
    let mut text: Vec<u16> = vec![u16::from(b'a'); 60];
    text.push(u16::from(b'!'));
    assert!(!matcher::matches(&pattern, &text, false, &mut Work::new()));
    let long = parse::parse("^[a-z]{0,1900}$").unwrap();
    assert!(matcher::matches(&long, &vec![u16::from(b'a'); 1900], false, &mut Work::new()));
}

#[test]
fn expressions_without_end_are_bounded() {
    let catastrophic = [
        "^(a+)+$",
        "^(a+)+(b+)+(a|aa)+c\\1$",
        "^(a|a)*(a|aa)*(.*)*$",
        "^(\\w+\\s?)*\\!$",
        "(x+x+)+y",
        ".*.*.*.*.*.*.*.*=.*",
        "^(?=(a+)+$)(?!(a|aa)+b)(.*a){20}$",
        "^((((((a*)*)*)*)*)*)*b$",
        "^((){4000}){4000}$",
        "^(((()*){4000}){4000}){4000}x$",
        "^(([a-z]+)+\\.){10,}[a-z]{2,}\\2$",
        "(?<=(a+)+)(?<!(b+)+)c{1000,}",
    ];
    for source in catastrophic {
        // One whose sampling backtracks without end would never end.
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        for (min, max) in [(0, usize::MAX), (500, 2_000), (3, 3)] {
            if let Ok(mut gene) = PatternText::new(source, min, max, false, &mut rng) {
                for _ in 0..10 {
                    gene.mutate_text(&mut rng);
                    gene.randomize(&mut rng);
                }
            }
        }
    }
    let long = "a|".repeat(20_000);
    assert!(pattern_problem(&long, 0, 10).is_some_and(|problem| problem.contains("40000")));
}

#[test]
fn a_text_for_an_expression_mostly_keeps_the_length() {
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let lengths: Vec<usize> = (0..40)
        .map(|_| pattern_text(r"^\d+$", true, 18, &mut rng).expect("there is one").len())
        .collect();
    assert!(lengths.iter().filter(|length| **length == 18).count() > 20, "{lengths:?}");
    assert!(pattern_text("^ab$", true, 18, &mut rng).is_some_and(|text| text.len() == 2));
}
