//! `\p{..}` of Java: POSIX classes, methods of `Character`, categories, scripts and blocks. Beyond ASCII they are what
//! an API that checks names and words of people meets: Latin, Greek, Cyrillic; what is sampled of a set is ASCII where
//! it has some.

use super::set::Set;

/// Letters in upper case: ASCII, Latin-1, Greek, Cyrillic.
const UPPER: &[(u32, u32)] =
    &[(0x41, 0x5a), (0xc0, 0xd6), (0xd8, 0xde), (0x391, 0x3a1), (0x3a3, 0x3a9), (0x400, 0x42f)];
/// Letters in lower case.
const LOWER: &[(u32, u32)] =
    &[(0x61, 0x7a), (0xdf, 0xf6), (0xf8, 0xff), (0x3b1, 0x3c9), (0x430, 0x45f)];
/// Names in lower case without blanks, `-` and `_`, and what they name.
type Named = (&'static [&'static str], &'static [(u32, u32)]);

/// Scripts and blocks.
const SCRIPTS: &[Named] = &[
    (&["latin", "latn"], &[(0x41, 0x5a), (0x61, 0x7a), (0xc0, 0xd6), (0xd8, 0xf6), (0xf8, 0x24f)]),
    (&["basiclatin"], &[(0, 0x7f)]),
    (&["latin1supplement"], &[(0x80, 0xff)]),
    (&["latinextendeda"], &[(0x100, 0x17f)]),
    (&["latinextendedb"], &[(0x180, 0x24f)]),
    (
        &["greek", "grek", "greekandcoptic"],
        &[(0x370, 0x373), (0x376, 0x377), (0x391, 0x3a1), (0x3a3, 0x3e1)],
    ),
    (&["cyrillic", "cyrl"], &[(0x400, 0x481), (0x48a, 0x52f)]),
    (&["hebrew", "hebr"], &[(0x5d0, 0x5ea)]),
    (&["arabic", "arab"], &[(0x620, 0x63f), (0x641, 0x64a)]),
    (&["devanagari", "deva"], &[(0x904, 0x939)]),
    (&["thai"], &[(0xe01, 0xe3a), (0xe40, 0xe5b)]),
    (&["hangul", "hang", "hangulsyllables"], &[(0xac00, 0xd7a3)]),
    (&["hiragana", "hira"], &[(0x3041, 0x3096)]),
    (&["katakana", "kana"], &[(0x30a1, 0x30fa)]),
    (&["han", "hani", "cjkunifiedideographs", "ideographic"], &[(0x4e00, 0x9fff)]),
];

/// The members of a property, by the name in its braces.
pub(super) fn property(name: &str) -> Option<Set> {
    if let Some(set) = posix(name) {
        return Some(set);
    }
    if let Some(method) = name.strip_prefix("java") {
        return of_character(method);
    }
    if let Some((key, value)) = name.split_once('=') {
        return match plain(key).as_str() {
            "generalcategory" | "gc" => category(value),
            "script" | "sc" | "block" | "blk" => script(value),
            _ => None,
        };
    }
    if let Some(value) = name.strip_prefix("In") {
        return script(value);
    }
    let value = name.strip_prefix("Is").unwrap_or(name);
    category(value).or_else(|| binary(value)).or_else(|| script(value))
}

fn plain(name: &str) -> String {
    name.to_lowercase().replace([' ', '-', '_'], "")
}

/// The classes of POSIX, of ASCII alone.
fn posix(name: &str) -> Option<Set> {
    Some(match name {
        "Lower" => Set::between("az"),
        "Upper" => Set::between("AZ"),
        "ASCII" => Set::of(&[(0, 0x7f)]),
        "Alpha" => Set::between("azAZ"),
        "Digit" => Set::digits(),
        "Alnum" => Set::between("azAZ09"),
        "Punct" => Set::between("!/:@[`{~"),
        "Graph" => Set::between("!~"),
        "Print" => Set::between(" ~"),
        "Blank" => Set::between("\t\t  "),
        "Cntrl" => Set::of(&[(0, 0x1f), (0x7f, 0x7f)]),
        "XDigit" => Set::between("09afAF"),
        "Space" => Set::space(),
        _ => return None,
    })
}

/// What `Character.isLowerCase` and its kin answer true for.
fn of_character(method: &str) -> Option<Set> {
    Some(match method {
        "LowerCase" => lower(),
        "UpperCase" => upper(),
        "TitleCase" => category("Lt")?,
        "Alphabetic" | "Letter" => letters(),
        "Ideographic" => script("Han")?,
        "Digit" => Set::digits(),
        "LetterOrDigit" => letters().with(&Set::digits()),
        "Whitespace" => {
            Set::space().with(&Set::of(&[(0x1c, 0x1f), (0x2000, 0x2006), (0x2008, 0x200a)]))
        }
        "SpaceChar" => category("Z")?,
        "Mirrored" => Set::between("(())<<>>[[]]{{}}«««»"),
        "ISOControl" => Set::of(&[(0, 0x1f), (0x7f, 0x9f)]),
        "JavaIdentifierStart" | "UnicodeIdentifierStart" => letters().with(&Set::between("$$__")),
        "JavaIdentifierPart" | "UnicodeIdentifierPart" => letters().with(&Set::between("$$__09")),
        "Defined" => Set::any(),
        _ => return None,
    })
}

fn upper() -> Set {
    Set::of(UPPER)
}

fn lower() -> Set {
    Set::of(LOWER)
}

fn letters() -> Set {
    let scripts = SCRIPTS.iter().filter(|(names, _)| names.len() > 1);
    scripts.fold(upper().with(&lower()), |all, (_, ranges)| all.with(&Set::of(ranges)))
}

/// A general category of Unicode.
fn category(name: &str) -> Option<Set> {
    let signs = |letters: &str| {
        let singles: Vec<_> = letters.chars().map(|c| (u32::from(c), u32::from(c))).collect();
        Set::of(&singles)
    };
    Some(match name {
        "L" | "LC" | "LD" | "Lo" | "Lm" => letters(),
        "Lu" => upper(),
        "Ll" => lower(),
        "Lt" => signs("ǅǈǋǲ"),
        "L1" => Set::of(&[(0, 0xff)]),
        "M" | "Mn" => Set::of(&[(0x300, 0x36f)]),
        "N" | "Nd" => Set::digits(),
        "P" => signs("!\"#%&'()*,-./:;?@[\\]_{}¡§«¶·»¿"),
        "Pc" => signs("_"),
        "Pd" => signs("-\u{2010}\u{2013}\u{2014}"),
        "Ps" => signs("([{"),
        "Pe" => signs(")]}"),
        "Po" => signs("!\"#%&'*,./:;?@\\¡§¶·¿"),
        "Pi" => signs("«‘“"),
        "Pf" => signs("»’”"),
        "S" => signs("$+<=>^`|~¢£¤¥¦¨©¬®¯°±´¸×÷"),
        "Sm" => signs("+<=>|~¬±×÷"),
        "Sc" => signs("$¢£¤¥€"),
        "Sk" => signs("^`¨¯´¸"),
        "So" => signs("¦©®°"),
        "Z" | "Zs" => Set::of(&[(0x20, 0x20), (0xa0, 0xa0), (0x2000, 0x200a), (0x3000, 0x3000)]),
        "Zl" => Set::single(0x2028),
        "Zp" => Set::single(0x2029),
        "C" | "Cc" => Set::of(&[(0, 0x1f), (0x7f, 0x9f)]),
        "Cf" => Set::of(&[(0xad, 0xad), (0x200b, 0x200f)]),
        "all" | "ALL" => Set::any(),
        _ => return None,
    })
}

/// A property that a letter has or has not.
fn binary(name: &str) -> Option<Set> {
    Some(match plain(name).as_str() {
        "alphabetic" | "letter" => letters(),
        "uppercase" => upper(),
        "lowercase" => lower(),
        "titlecase" => category("Lt")?,
        "digit" => Set::digits(),
        "hexdigit" => Set::between("09afAF"),
        "punctuation" => category("P")?,
        "control" => category("Cc")?,
        "whitespace" => Set::space().with(&category("Z")?),
        "alnum" => letters().with(&Set::digits()),
        "assigned" => Set::any(),
        "emoji" | "emojipresentation" | "extendedpictographic" => Set::of(&[(0x1_f600, 0x1_f64f)]),
        _ => return None,
    })
}

fn script(name: &str) -> Option<Set> {
    let name = plain(name);
    let found = SCRIPTS.iter().find(|(names, _)| names.contains(&name.as_str()));
    found.map(|(_, ranges)| Set::of(ranges))
}
