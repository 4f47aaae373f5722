//! Each expression with texts that Java matches and texts that it does not (looked at with Java 17), and what is
//! sampled of it.

use nearmiss_search::gene::Gene;
use nearmiss_search::{GeneSpec, GeneValue};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use super::*;

/// Java's expression, ours, texts that match as a whole, texts that do not.
type Case = (&'static str, &'static str, &'static [&'static str], &'static [&'static str]);

const CASES: &[Case] = &[
    (r"\Qa.b*\E", r"a\.b\*", &["a.b*"], &["axb*", "a.bb"]),
    (r"\Qa\E+\Q(\E", r"a+\(", &["aa("], &["a"]),
    (r"x\Qab\E{2}", "xab{2}", &["xabb"], &["xabab"]),
    (r"\\Qa", r"\\Qa", &[r"\Qa"], &["a"]),
    (r"[\Q]-^\E]+", r"[\-\]\^]+", &["]-^"], &["\\"]),
    (r"\p{Alpha}\p{Digit}", r"[A-Za-z]\d", &["a1", "Z9"], &["11", "é1"]),
    (r"\p{Alnum}+", "[0-9A-Za-z]+", &["aZ09"], &["a_"]),
    (r"\p{Upper}\p{Lower}*", "[A-Z][a-z]*", &["Ada"], &["ada", "ADA"]),
    (
        r"\p{Punct}\p{Space}\p{Blank}",
        r"[!-/:-@\[-`{-~][\u0009-\u000d ][\u0009 ]",
        &["!\n\t", "~  "],
        &["a  "],
    ),
    (r"\p{XDigit}{4}", "[0-9A-Fa-f]{4}", &["0aF9"], &["0aG9"]),
    (r"\p{ASCII}\p{Graph}\p{Print}", r"[\u0000-\u007f][!-~][ -~]", &["\u{7f}! "], &["é! ", "a  "]),
    (r"\p{Cntrl}", r"[\u0000-\u001f\u007f]", &["\n", "\u{7f}"], &[" "]),
    (r"\p{javaLowerCase}+\p{javaUpperCase}", "", &["éaÉ", "abC"], &["ABC"]),
    (r"\p{L}+\p{Nd}", "", &["Åda7", "я1"], &["7", "_1"]),
    (r"\pL\PL", "", &["a1"], &["ab"]),
    (r"\p{IsAlphabetic}+", "", &["Ada", "Ñandú"], &["a1"]),
    (r"\p{Lu}\p{Ll}\p{P}", "", &["Ab!", "Éa,"], &["ab!", "Ab+"]),
    (r"\p{IsLatin}\p{InGreek}\p{script=Cyrillic}\p{gc=Sc}", "", &["aΩя$"], &["aay$"]),
    (r"a*+b++c?+d{1,2}+", "a*b+c?d{1,2}", &["aabbcd", "bdd"], &["aac"]),
    (r"(?>ab|a)c", "(?:ab|a)c", &["abc", "ac"], &["abb"]),
    (r"a*?b+?c??d{2}?", "a*?b+?c??d{2}?", &["abdd", "bcdd"], &["add"]),
    (r"(?i)ab1", "[Aa][Bb]1", &["AB1", "aB1"], &["ac1"]),
    (r"a(?i:b|c)d", "a(?:[Bb]|[Cc])d", &["aBd", "acd"], &["Abd", "aBD"]),
    (r"a(?i)b|c", "a[Bb]|[Cc]", &["aB", "C"], &["AB"]),
    (r"(a(?i)b)c", "(a[Bb])c", &["aBc"], &["aBC"]),
    (r"(?i)[a-c&&[^b]]x(?-i)y", "[ACac][Xx]y", &["AXy", "cxy"], &["bxy", "axY"]),
    (r"(?i)[^a]", "[^Aa]", &["b"], &["a", "A"]),
    (r"(?s)a.b", r"a[\s\S]b", &["a\nb", "axb"], &["ab"]),
    (r"a.b", "a.b", &["axb"], &["a\nb"]),
    ("(?x) a b # both\n [c d]", "ab[cd]", &["abc", "abd"], &["ab ", "a b c"]),
    (r"(?x)a\ \Q b\E", "a  b", &["a  b"], &["ab"]),
    (r"(?m)^a$", r"(?<=^|\n)a(?=\n|$)", &["a"], &["b"]),
    (r"\Aa\z", "^a$", &["a"], &["b"]),
    (r"\Ga\Z", "^a$", &["a"], &["b"]),
    (r"a\hb\Hc\Vd", "", &["a\tb1c2d", "a\u{a0}bxcyd"], &["a\nb1c2d", "a b c2d", "a bxc\nd"]),
    (
        r"a\Rb",
        r"a(?:\u000d\u000a|[\u000a-\u000d\u0085\u2028\u2029])b",
        &["a\r\nb", "a\nb"],
        &["ab", "a b"],
    ),
    (r"\e\a\t\cA", r"\u001b\u0007\u0009\u0001", &["\u{1b}\u{7}\t\u{1}"], &["ea"]),
    (r"\x41\x{1F600}\u0042\ud83d\ude00", r"A\u{1f600}B\u{1f600}", &["A😀B😀"], &["A"]),
    (r"\07\053\0101", r"\u0007\+A", &["\u{7}+A"], &["7"]),
    (r"[a-z&&[^aeiou]]+", "[b-df-hj-np-tv-z]+", &["xyz"], &["xay"]),
    (r"[a-f[0-9]&&[^3c]]+", "[0-24-9abd-f]+", &["a5f"], &["3", "c"]),
    (r"[a-d[m-p]]{2}", "[a-dm-p]{2}", &["am", "po"], &["ae"]),
    (r"[^a-d[m-p]]", "[^a-dm-p]", &["z"], &["a", "n"]),
    (r"[a-z&&def]", "[d-f]", &["e"], &["g"]),
    (r"[\w&&[^\d_]]+", "[A-Za-z]+", &["aB"], &["a1", "a_"]),
    (r"[&&a-c]x[^&&[a-c]]", r"[a-c]x[^a-c]", &["axd"], &["dxd", "axa"]),
    (r"[]a]", r"[\]a]", &["]", "a"], &["b"]),
    (r"[a-]", r"[\-a]", &["-", "a"], &["b"]),
    (r"[\p{L}&&[^\p{Lu}]]\P{Alpha}", "", &["a1", "é-"], &["A1", "ab"]),
    (r"(?<year>\d{4})-\k<year>", r"(?<year>\d{4})-(?:\k<year>)", &["2026-2026"], &["2026-2027"]),
    (r"(['x])\d\1", r"(['x])\d(?:\1)", &["'1'", "x2x"], &["'1x"]),
    (r"(a)(b)\12", r"(a)(b)(?:\1)2", &["aba2"], &["abb2"]),
    (r"(?i)(ab)\1", r"([Aa][Bb])(?i:\1)", &["abAB"], &["abac"]),
    (
        r"(?=.*\d)(?!.*\s)[\S]{3,}",
        r"(?=.*\d)(?!.*[\u0009-\u000d ])[^\u0009-\u000d ]{3,}",
        &["ab1"],
        &["abc", "a 1"],
    ),
    (r"\bfoo\b.*(?<=x)", r"\bfoo\b.*(?<=x)", &["foo x"], &["foox"]),
    (r"a|", "a|", &["a", ""], &["b"]),
    (r"()a", "()a", &["a"], &["b"]),
    (r"}]a", r"\}\]a", &["}]a"], &["a"]),
    (
        r"^[\w.+-]+@[\w-]+\.[a-z]{2,6}$",
        r"^[+\-.0-9A-Z_a-z]+@[\-0-9A-Z_a-z]+\.[a-z]{2,6}$",
        &["a.b@c.de"],
        &["a@b"],
    ),
    (r"^\+?[0-9. ()-]{7,25}$", r"^\+?[ ()\-.0-9]{7,25}$", &["+49 (30) 1234"], &["12345x7"]),
];

fn printed(source: &str) -> String {
    JavaRegex::read(source).unwrap_or_else(|why| panic!("{source}: {why}")).source()
}

/// A gene of what matches the expression as a whole; it takes on exactly such texts.
fn gene_of(source: &str, seed: u64) -> Gene {
    let pattern = format!("^(?:{})$", printed(source));
    assert_eq!(
        nearmiss_search::gene::pattern_problem(&pattern, 0, 200),
        None,
        "{source} is {pattern}"
    );
    let spec = GeneSpec::Pattern { pattern, min_len: 0, max_len: 200 };
    Gene::new(&spec, &mut Pcg64Mcg::seed_from_u64(seed))
}

#[test]
fn each_expression_is_translated() {
    for (source, expected, ..) in CASES.iter().filter(|case| !case.1.is_empty()) {
        assert_eq!(printed(source), *expected, "{source}");
    }
}

#[test]
fn what_is_translated_matches_what_java_matches() {
    for (source, _, matched, others) in CASES {
        let mut gene = gene_of(source, 0);
        for text in *matched {
            assert!(gene.set_value(&GeneValue::text(text)), "{source} on {text:?}");
        }
        for text in *others {
            assert!(!gene.set_value(&GeneValue::text(text)), "{source} on {text:?}");
        }
    }
}

#[test]
fn what_is_sampled_is_what_is_wanted() {
    type Holds = fn(&str) -> bool;
    let cases: &[(&str, Holds)] = &[
        (r"\Qid:\E\p{Digit}++", |s| {
            s.strip_prefix("id:").is_some_and(|rest| rest.parse::<f64>().is_ok())
        }),
        (r"(?i)yes|no", |s| ["yes", "no"].contains(&s.to_lowercase().as_str())),
        (r"[a-z&&[^aeiou]]{5}", |s| s.len() == 5 && !s.contains(['a', 'e', 'i', 'o', 'u'])),
        (r"\p{Upper}{2}\p{Alnum}{2,4}+", |s| {
            (4..=6).contains(&s.len()) && s[..2].bytes().all(|b| b.is_ascii_uppercase())
        }),
        ("(?x) [A-Z]{3} - \\d{2} # a code", |s| s.len() == 6 && s.as_bytes()[3] == b'-'),
    ];
    for (source, holds) in cases {
        for seed in 0..30 {
            let GeneValue::Text(units) = gene_of(source, seed).value() else { panic!() };
            let text = String::from_utf16(&units).unwrap();
            assert!(holds(&text), "{source} gave {text:?}");
        }
    }
}

#[test]
fn what_says_nothing_is_known() {
    for source in [
        "", "(.*)", ".*", "^.*$", r"[\s\S]*", "(?s).*", "^(.*)", "((.*))$", ".+", r"\A.*+\z",
        "(?:a|.*)", "(.*)?", ".*.*", r"[^\n]*",
    ] {
        assert!(JavaRegex::read(source).unwrap().says_nothing(true), "{source}");
    }
    for source in ["a*", "^$", ".", ".{2,}", ".*a", "[^a]*", ".?", r"\w*"] {
        assert!(!JavaRegex::read(source).unwrap().says_nothing(true), "{source}");
    }
    for source in ["a*", r"^\s*", "(a|b)?$", "^", r"\p{L}*+"] {
        assert!(JavaRegex::read(source).unwrap().says_nothing(false), "{source}");
    }
    for source in [r"^\s*$", "a*b", r"\s", "(?=a)"] {
        assert!(!JavaRegex::read(source).unwrap().says_nothing(false), "{source}");
    }
}

#[test]
fn what_is_not_understood_is_said() {
    for (source, why) in [
        (r"\N{DIGIT ONE}", r"`\N`"),
        (r"\p{InKlingon}", r"`\p{InKlingon}`"),
        (r"\b{g}", r"`\b{g}`"),
        (r"a\", "a backslash at the end"),
        (r"\j", r"`\j`"),
        ("(a", "a group without its `)`"),
        ("a)", "a `)` without its group"),
        ("[a", "a class without its `]`"),
        ("*a", "a `*` behind nothing"),
        ("[z-a]", "a range from more to less"),
        ("a{3,2}", "a quantifier from more to less"),
        (r"\2(a)", "a reference to the group 2"),
        (r"\x4", "2 digits in base 16"),
        ("(?q)", "(?q"),
    ] {
        let found = JavaRegex::read(source).expect_err(source);
        assert!(found.contains(why), "{source}: {found}");
    }
    let deep = "(".repeat(2000) + &")".repeat(2000);
    assert!(JavaRegex::read(&deep).unwrap_err().contains("too deep"));
    let deep = "[".repeat(2000) + "a" + &"]".repeat(2000);
    assert!(JavaRegex::read(&deep).unwrap_err().contains("too deep"));
    assert!(JavaRegex::read(&"a|".repeat(20_000)).unwrap_err().contains("40000 letters"));
}

#[test]
fn what_is_left_for_inputs_inside_of_a_text() {
    let parts = |source: &str, fixed: &[&str]| -> Option<Vec<String>> {
        let fixed: Vec<String> = fixed.iter().map(|text| (*text).to_owned()).collect();
        let parts = JavaRegex::read(source).unwrap().parts(&fixed)?;
        Some(parts.iter().map(JavaRegex::source).collect())
    };
    let some =
        |texts: &[&str]| Some(texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>());
    assert_eq!(parts(r"user-\d+", &["user-", ""]), some(&[r"\d+"]));
    assert_eq!(parts(r"^\/(\w+)\/x$", &["/", "/x"]), some(&[r"\w+"]));
    assert_eq!(parts("(?:ab|a|c).*z", &["a", ""]), some(&["(?:b|).*z"]));
    assert_eq!(parts("a{2,4}b", &["aa", "b"]), some(&["a{0,2}"]));
    assert_eq!(parts(r"[A-Z]{2}\Q-\E\d+", &["", "-", ""]), some(&["[A-Z]{2}", r"\d+"]));
    assert_eq!(parts("a(?:x^b)?c", &["a", ""]), some(&["c"]));
    for (source, fixed) in [
        ("b.*", &["a", ""][..]),
        ("a(?=b).*", &["a", ""]),
        (r"(a)\1", &["a", ""]),
        ("ab", &["a", "x"]),
        (r"\d+", &["", "-", ""]),
        ("a.b", &["a", "", "b"]),
    ] {
        assert_eq!(parts(source, fixed), None, "{source}");
    }
}
