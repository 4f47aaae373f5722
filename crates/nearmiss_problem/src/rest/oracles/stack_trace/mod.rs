//! Code 209: an answer shows a stack trace.
//!
//! A frame as V8 writes it (`at f (/app/a.js:1:2)`, `at file:///app/a.mjs:1:2`, `at node:internal/a:1:2`)
//! in the body or in a header, unless the call itself sent it.

use nearmiss_search::Fault;

use super::{Judged, Oracle, fault_of};
use crate::Part;

/// Bytes of an answer that are looked at.
const MOST: usize = 64 << 10;
/// What files of frames end with.
const ENDINGS: [&str; 8] = [".js", ".cjs", ".mjs", ".ts", ".cts", ".mts", ".jsx", ".tsx"];

/// A leaked stack trace.
pub(super) struct StackTrace;

impl Oracle for StackTrace {
    fn name(&self) -> &'static str {
        "stack-trace"
    }

    fn faults(&self) -> &'static [(u32, &'static str)] {
        &[(209, "Leaked Stack Trace")]
    }

    fn judge(&self, judged: &Judged<'_>) -> Vec<Fault> {
        let Some(answer) = judged.answer() else { return Vec::new() };
        let start = &answer.body[..answer.body.len().min(MOST)];
        let mut found = Vec::new();
        let shows = |text: &[u8]| frames(text).any(|frame| !is_sent(judged, frame));
        if shows(start) {
            let message = "the body of the answer shows a stack trace";
            found.push(fault_of(209, judged.operation, "body", message));
        }
        for (name, value) in &answer.headers {
            if shows(value.as_bytes()) {
                let message = format!("the header {name} of the answer shows a stack trace");
                found.push(fault_of(209, judged.operation, &format!("header {name}"), &message));
            }
        }
        found
    }
}

/// The frames in a text, without the `at `.
fn frames(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let starts = text.windows(3).enumerate().filter(|(_, three)| *three == b"at ");
    starts.filter_map(|(at, _)| {
        let before = at.checked_sub(1).map(|before| text[before]);
        // `\n    at f` in JSON has an `n` before the blanks; a word that ends with `at` has none.
        if before.is_some_and(|before| before.is_ascii_alphanumeric()) {
            return None;
        }
        let rest = &text[at + 3..];
        let end = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r' | b'\\' | b'<' | b'"'));
        // A path of Windows has backslashes.
        let end = match end {
            Some(end) if rest[end] == b'\\' && end > 0 && rest[end - 1] == b':' => rest[end..]
                .iter()
                .position(|byte| matches!(byte, b'\n' | b'<' | b'"'))
                .map(|more| end + more),
            other => other,
        };
        let line = &rest[..end.unwrap_or(rest.len()).min(400)];
        is_frame(line).then_some(line)
    })
}

/// Whether a line is `f (file:1:2)` or `file:1:2`.
fn is_frame(line: &[u8]) -> bool {
    let Ok(line) = std::str::from_utf8(line) else { return false };
    let line = line.trim_end();
    let place = match line.rfind('(') {
        Some(open) => {
            let Some(close) = line[open..].find(')') else { return false };
            &line[open + 1..open + close]
        }
        None => line.split_whitespace().last().unwrap_or_default(),
    };
    let mut parts = place.rsplitn(3, ':');
    let is_number = |part: Option<&str>| {
        part.is_some_and(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
    };
    if !is_number(parts.next()) || !is_number(parts.next()) {
        return false;
    }
    let file = parts.next().unwrap_or_default();
    file.starts_with("node:") || ENDINGS.iter().any(|ending| file.ends_with(ending))
}

/// Whether the frame is what the call sent.
fn is_sent(judged: &Judged<'_>, frame: &[u8]) -> bool {
    let frame = String::from_utf8_lossy(frame);
    let mut parts = judged.call.parts();
    parts.any(|part| matches!(part, Part::Text(text) if text.contains(&*frame)))
}

#[cfg(test)]
mod tests;
