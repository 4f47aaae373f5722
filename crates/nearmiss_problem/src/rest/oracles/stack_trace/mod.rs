//! Code 209: an answer shows a stack trace.
//!
//! A frame as V8 writes it (`at f (/app/a.js:1:2)`, `at file:///app/a.mjs:1:2`, `at node:internal/a:1:2`) in the body
//! or in a header, unless a call of the test sent it. In a success it must be the API's own: something was thrown
//! meanwhile, or the frame is one of Node or of a package.

use nearmiss_search::Fault;

use super::{Judged, JudgedTest, Oracle, fault_of};
use crate::{HttpResponse, Part};

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

    fn judge_test(&self, test: &JudgedTest<'_>) -> Vec<(usize, Fault)> {
        let mut found = Vec::new();
        for (index, judged) in test.calls.iter().enumerate() {
            let Some(answer) = judged.answer() else { continue };
            let so_far = &test.calls[..=index];
            let shows = |text: &[u8]| {
                frames(text)
                    .any(|frame| is_the_apis(judged, answer, frame) && !is_sent(so_far, frame))
            };
            let start = &answer.body[..answer.body.len().min(MOST)];
            if shows(start) {
                let message = "the body of the answer shows a stack trace";
                found.push((index, fault_of(209, judged.operation, "body", message)));
            }
            for (name, value) in &answer.headers {
                if shows(value.as_bytes()) {
                    let message = format!("the header {name} of the answer shows a stack trace");
                    let place = format!("header {name}");
                    found.push((index, fault_of(209, judged.operation, &place, &message)));
                }
            }
        }
        found
    }
}

/// Tells whether a frame is one of the API's own process. A success shows many a trace that is none (an error tracker,
/// an example in a page of help): there something must have been thrown, or the frame be of what runs every API.
fn is_the_apis(judged: &Judged<'_>, answer: &HttpResponse, frame: &[u8]) -> bool {
    let frame = String::from_utf8_lossy(frame);
    answer.status >= 400
        || judged.thrown_at.is_some()
        || frame.contains("node:")
        || frame.contains("node_modules")
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

/// Tells whether the frame is what one of these calls sent.
fn is_sent(calls: &[Judged<'_>], frame: &[u8]) -> bool {
    let frame = String::from_utf8_lossy(frame);
    let mut parts = calls.iter().flat_map(|judged| judged.call.parts());
    parts.any(|part| matches!(part, Part::Text(text) if text.contains(&*frame)))
}

#[cfg(test)]
mod tests;
