//! The colours of the closing summary: what is covered green, faults red, what is missing yellow.

use crate::colour::{GREEN, RED, YELLOW, painted};

/// A line of the summary with its colours.
pub fn painted_line(line: &str) -> String {
    let (label, text) = line.split_at(line.find("  ").unwrap_or(line.len()));
    match label {
        // A line of the list below the one of faults: `2 x 100 HTTP Status 500`.
        "" if is_count_of_faults(text.trim_start()) => painted(line, RED),
        "faults" if text.trim() != "0" => painted(line, RED),
        "missing" => painted(line, YELLOW),
        _ => match text.split_once(" %   ") {
            Some((share, rest)) => {
                let blank = share.len() - share.trim_start().len();
                let (blank, share) = share.split_at(blank);
                format!("{label}{blank}{}   {rest}", painted(&format!("{share} %"), GREEN))
            }
            None => line.to_owned(),
        },
    }
}

fn is_count_of_faults(text: &str) -> bool {
    let words: Vec<&str> = text.splitn(4, ' ').collect();
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    matches!(words[..], [count, "x", code, _] if is_number(count) && is_number(code))
}

#[cfg(test)]
mod tests {
    use nearmiss_report::{
        Criterion, ReportedFault, ReportedTest, RunSummary, SuitePlace, closing_summary,
    };

    use super::*;
    use crate::colour::shown;

    #[test]
    fn the_words_stay_and_the_right_ones_are_painted() {
        let run = RunSummary {
            coverage: vec![Criterion {
                name: "lines".to_owned(),
                covered: 9,
                total: 10,
                told_only: false,
            }],
            tests: vec![ReportedTest::default()],
            faults: vec![ReportedFault {
                code: 100,
                title: "HTTP Status 500".to_owned(),
                ..ReportedFault::default()
            }],
            suite: SuitePlace { missing_packages: vec!["jest".to_owned()], ..Default::default() },
            ..RunSummary::default()
        };
        let lines = closing_summary(&run, &[]);
        let painted: Vec<String> = lines.iter().map(|line| painted_line(line)).collect();
        let plain: Vec<_> = painted.iter().map(|line| shown(line, false).into_owned()).collect();
        assert_eq!(plain, lines);
        let is_painted = |label: &str, style: anstyle::Style| {
            let line = painted.iter().find(|line| line.contains(label)).unwrap();
            assert!(line.contains(&format!("{style}")), "{line:?}");
        };
        is_painted("lines", GREEN);
        is_painted("faults", RED);
        is_painted("1 x 100", RED);
        is_painted("missing", YELLOW);
        assert!(!painted.iter().any(|line| line.contains("calls") && line.contains('\x1b')));
    }

    #[test]
    fn no_faults_are_no_reason_for_red() {
        assert_eq!(painted_line("faults      0"), "faults      0");
        assert_eq!(painted_line("            3 calls of logins"), "            3 calls of logins");
    }
}
