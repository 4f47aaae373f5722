//! Headers that several runs agree on.

use nearmiss_problem::HttpResponse;

use crate::hidden::Hidden;
use crate::run_date::RunDate;

/// Characters of a header that are compared.
const LONGEST: usize = 400;

/// The cookies that all runs set alike, if each is one that any run sets: no secret, and nothing that hangs on the time.
pub(super) fn cookies(runs: &[&HttpResponse], hidden: &Hidden<'_>) -> Vec<String> {
    let set = |run: &HttpResponse| -> Vec<String> {
        let lines = run.headers.iter().filter(|(name, _)| name == "set-cookie");
        // As clients give it: what stands around the value of a header is none of it (RFC 9110, section 5.5).
        lines.map(|(_, line)| line.trim_matches([' ', '\t']).to_owned()).collect()
    };
    let first = set(runs[0]);
    let date = RunDate::of(runs[0]);
    let is_plain = |line: &String| {
        line.chars().count() <= LONGEST
            && line.is_ascii()
            && !line.to_ascii_lowercase().contains("expires=")
            && !hidden.is_in(line)
            && !date.as_ref().is_some_and(|date| date.is_in(line))
    };
    let is_same = first.iter().all(is_plain) && runs.iter().all(|run| set(run) == first);
    if is_same { first } else { Vec::new() }
}

/// The path that all runs name in the header `Location`. With a host it is another one wherever the API listens.
pub(super) fn location(runs: &[&HttpResponse], hidden: &Hidden<'_>) -> Option<String> {
    let first = runs[0].header("location").filter(|path| path.starts_with('/'))?;
    let is_plain = first.chars().count() <= LONGEST
        && !hidden.is_in(first)
        && !RunDate::of(runs[0]).is_some_and(|date| date.is_in(first));
    let is_same = runs.iter().all(|run| run.header("location") == Some(first));
    (is_plain && is_same).then(|| first.to_owned())
}
