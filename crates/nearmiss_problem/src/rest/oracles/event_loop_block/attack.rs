//! Texts that a regular expression backtracks on without end.
//!
//! Where a group that is repeated without a limit can itself match one text in several ways (a quantifier or
//! an alternative inside), a text of many repetitions that then does not match takes time exponential in their
//! number. What is found is tried, so this looks at the text of the expression only, and generously.

use nearmiss_search::gene::{Gene, pattern_problem};
use nearmiss_search::{GeneSpec, GeneValue};
use rand_pcg::Pcg64Mcg;

/// Repetitions: each doubles the time, and this many take seconds at least.
const PUMPED: usize = 32;
/// Ends that hardly any expression matches.
const ENDS: [&str; 2] = ["!", "\n\u{1}"];
/// Lengths that are tried for the text of one repetition: inputs are often bounded, so short is best.
const LENGTHS: [usize; 6] = [1, 2, 3, 5, 10, 40];
/// Longest text of what comes before.
const LONGEST: usize = 40;
/// Groups of one expression that are tried.
const MOST_GROUPS: usize = 3;

/// Texts to send where an input meets the expression; none where it looks harmless.
pub(super) fn attacks(source: &str, rng: &mut Pcg64Mcg) -> Vec<String> {
    let units: Vec<char> = source.chars().collect();
    let mut found = Vec::new();
    for (open, close) in repeated_groups(&units).into_iter().take(MOST_GROUPS) {
        let inner: String = units[open + 1..close].iter().collect();
        let inner = inner.strip_prefix("?:").map_or(inner.as_str(), |inner| inner).to_owned();
        let before: String = units[..open].iter().collect();
        let Some(pump) = LENGTHS.iter().find_map(|most| sample(&inner, *most, rng)) else {
            continue;
        };
        if pump.is_empty() {
            continue;
        }
        let begin = before_of(&before, rng);
        found.extend(ENDS.iter().map(|end| format!("{begin}{}{end}", pump.repeat(PUMPED))));
    }
    found
}

/// A text that comes before the group: what is before it is whole, unless it is inside another group.
fn before_of(before: &str, rng: &mut Pcg64Mcg) -> String {
    sample(before, LONGEST, rng).unwrap_or_default()
}

/// A text that the expression matches from start to end, between one and `most` long.
fn sample(source: &str, most: usize, rng: &mut Pcg64Mcg) -> Option<String> {
    let source = source.trim_start_matches('^');
    let pattern = format!("^(?:{source})$");
    if source.is_empty() || pattern_problem(&pattern, 1, most).is_some() {
        return source.is_empty().then(String::new);
    }
    let spec = GeneSpec::Pattern { pattern, min_len: 1, max_len: most };
    match Gene::new(&spec, rng).value() {
        GeneValue::Text(text) => Some(String::from_utf16_lossy(&text)),
        _ => None,
    }
}

/// Where groups begin and end that are repeated without a limit and are ambiguous inside.
fn repeated_groups(units: &[char]) -> Vec<(usize, usize)> {
    let mut open = Vec::new();
    let mut found = Vec::new();
    let (mut at, mut in_class) = (0, false);
    while at < units.len() {
        match units[at] {
            '\\' => at += 1,
            '[' => in_class = true,
            ']' => in_class = false,
            '(' if !in_class => open.push(at),
            ')' if !in_class => {
                if let Some(start) = open.pop()
                    && is_unlimited(&units[at + 1..])
                    && is_ambiguous(&units[start + 1..at])
                {
                    found.push((start, at));
                }
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// Whether a quantifier stands here that has no upper limit, or a high one.
fn is_unlimited(rest: &[char]) -> bool {
    match rest.first() {
        Some('*' | '+') => true,
        Some('{') => {
            let text: String = rest[1..].iter().take_while(|unit| **unit != '}').collect();
            let most = text.rsplit(',').next().unwrap_or_default();
            most.is_empty() || most.parse::<u32>().is_ok_and(|most| most > 15)
        }
        _ => false,
    }
}

/// Whether something inside is repeated, or there are alternatives.
fn is_ambiguous(inner: &[char]) -> bool {
    let (mut at, mut in_class) = (0, false);
    while at < inner.len() {
        match inner[at] {
            '\\' => at += 1,
            '[' => in_class = true,
            ']' => in_class = false,
            '|' if !in_class => return true,
            '*' | '+' | '{' if !in_class && is_unlimited(&inner[at..]) => return true,
            _ => {}
        }
        at += 1;
    }
    false
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn ambiguous_repetitions_are_pumped() {
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        for evil in ["^(a+)+$", "^id-([a-z]+)*$", "(a|aa)+$", "^(?:\\d+,?)+$", "x(\\w+\\s?){2,}y"] {
            let texts = attacks(evil, &mut rng);
            assert!(!texts.is_empty(), "{evil}");
            assert!(texts.iter().all(|text| text.len() > PUMPED), "{evil} {texts:?}");
        }
        let texts = attacks("^id-([a-z]+)*$", &mut rng);
        assert!(texts[0].starts_with("id-") && texts[0].ends_with('!'), "{texts:?}");
        for evil in ["^(\\w+[ .]?)+$", "^(a+)+$"] {
            let texts = attacks(evil, &mut rng);
            assert!(texts.iter().all(|text| text.len() <= PUMPED + 2), "bounded inputs take it");
        }
        for sound in ["^[a-z]+$", "^(\\d{4})-(\\d+)$", "^(ab)+$", "[(+]*", "(a\\+)*"] {
            assert!(attacks(sound, &mut rng).is_empty(), "{sound}");
        }
    }
}
