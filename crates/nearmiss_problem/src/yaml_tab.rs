//! Tabs in the indentation of YAML: what parsers say of them names another line, or something else.

/// The line (from 1) whose indentation holds the first tab, in a text that is no YAML.
pub(crate) fn tab_in_indentation(text: &str) -> Option<u64> {
    let indentation = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let mut lines = (1..).zip(text.lines());
    lines.find_map(|(number, line)| {
        let holds = line[..indentation(line)].contains('\t') && !line.trim().is_empty();
        holds.then_some(number)
    })
}

/// What is said of it.
pub(crate) const TAB: &str = "a tab stands in the indentation; YAML wants spaces";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tabs_before_the_first_word_count() {
        assert_eq!(tab_in_indentation("a:\n  b: 1\n\tc: 2\n"), Some(3));
        assert_eq!(tab_in_indentation("a:\n  \t\n  b:\t1\n"), None);
    }
}
