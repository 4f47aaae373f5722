//! Explanations for people.

use nearmiss_report::counted;
use nearmiss_targets::SlotKind;

use super::explanation::{Code, Explanation, State};
use super::tried::TriedCall;

/// Characters of the text of an evaluation before what stands beside it is no longer in a column.
const COLUMN: usize = 40;
/// Characters of a source line that are printed.
const LONGEST_LINE: usize = 160;

/// The lines of one explanation.
#[must_use]
pub fn lines(explanation: &Explanation) -> Vec<String> {
    let mut lines = vec![explanation.target.clone(), state_line(explanation)];
    if let Some(code) = &explanation.code {
        // Of a function it would be the brace of its body.
        let underlines = explanation.kind != Some(SlotKind::Function);
        lines.extend(source_lines(code, underlines));
    }
    lines.extend(value_lines(explanation));
    if let Some(thrown) = &explanation.error {
        lines.push(format!("it was left by {}", thrown.error));
        lines.push(format!("    {}", call_line(&thrown.call)));
    }
    if let Some(calls) = &explanation.covered_by {
        lines.push("the calls of that test:".to_owned());
        lines.extend(calls.iter().map(|call| format!("    {}", with_status(call))));
    }
    if let Some(way) = &explanation.in_the_way {
        lines.push(format!("in the way: {}", way.words));
        if let Some(inner) = &way.explanation {
            lines.push(String::new());
            lines.extend(self::lines(inner));
        }
    }
    lines
}

fn state_line(explanation: &Explanation) -> String {
    let tests = counted(explanation.tests, "test");
    let evaluated = match explanation.evaluations {
        Some(count) => format!("evaluated {} by {tests}", times(count)),
        None => format!("reached by {tests}"),
    };
    match explanation.state {
        State::Covered if explanation.covered_by.is_some() => "covered by a test".to_owned(),
        State::Covered => {
            "covered by a test of the archive that was not run, or does not cover it any more"
                .to_owned()
        }
        State::CoveredAtStart => "covered while the API starts".to_owned(),
        State::NotReached => "never reached".to_owned(),
        State::Near if explanation.kind == Some(SlotKind::Statement) => {
            format!("entered by {tests}, but never completed")
        }
        State::Near => {
            let missing = explanation.missing.clone().unwrap_or_else(|| "missed".to_owned());
            format!(
                "near miss: {missing}, {evaluated}; the nearest came to {}",
                shown(explanation.heuristic)
            )
        }
    }
}

fn times(count: u64) -> String {
    if count == 1 { "once".to_owned() } else { format!("{count} times") }
}

/// A heuristic to three digits, never as 1 when it is less.
fn shown(h: f64) -> String {
    let digits = format!("{h:.3}");
    if h < 1.0 && digits == "1.000" { "0.999".to_owned() } else { digits }
}

/// The source line, what is meant underlined.
fn source_lines(code: &Code, underlines: bool) -> Vec<String> {
    let line = code.start.map_or(code.line, |start| start.line);
    let place = format!("  {}:{line}", code.file);
    let Some(source) = &code.source else { return vec![place] };
    let number = code.line.to_string();
    let shown: String = source.chars().take(LONGEST_LINE).collect();
    let mut lines =
        vec![String::new(), place, format!("  {number} | {}", shown.replace('\t', " "))];
    if let (Some(start), Some(end)) = (code.start, code.end)
        && start.line == code.line
        && underlines
    {
        let from = characters(source, start.column);
        let to = if end.line == start.line {
            characters(source, end.column)
        } else {
            source.trim_end().chars().count()
        };
        let to = to.min(LONGEST_LINE);
        if from < to {
            let space = " ".repeat(number.len());
            lines.push(format!("  {space} | {}{}", " ".repeat(from), "^".repeat(to - from)));
        }
    }
    lines.push(String::new());
    lines
}

/// How many characters so many UTF-16 units are.
fn characters(line: &str, units: u32) -> usize {
    let mut left = units as usize;
    let mut count = 0;
    for c in line.chars() {
        if left == 0 {
            break;
        }
        left = left.saturating_sub(c.len_utf16());
        count += 1;
    }
    count
}

fn value_lines(explanation: &Explanation) -> Vec<String> {
    if explanation.nearest.is_empty() {
        return Vec::new();
    }
    let mut lines = vec!["the nearest of what was tried:".to_owned()];
    for values in &explanation.nearest {
        let padded = format!("{:<COLUMN$}", values.text);
        lines.push(format!("  {padded}  {}", values.words));
        lines.push(format!("      {}", call_line(&values.call)));
    }
    lines
}

fn call_line(call: &TriedCall) -> String {
    let line = with_status(call);
    if call.of == 1 { line } else { format!("{line}  (call {} of {})", call.call, call.of) }
}

fn with_status(call: &TriedCall) -> String {
    match call.status {
        Some(status) => format!("{}  -> {status}", call.line),
        None => format!("{}  -> no answer", call.line),
    }
}
