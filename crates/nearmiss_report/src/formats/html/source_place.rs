//! Places of faults that are lines of the API's sources.

use crate::RunSummary;

/// Index of the source and line that a place names: the key of a statement (`Statement_a.js_00012_0`),
/// or `a.js:12`, also with a column. Nothing where it is a place of another sort, or of a file that is
/// not among the sources.
pub(super) fn source_place(run: &RunSummary, place: &str) -> Option<(usize, u32)> {
    let (file, line) = of_statement(place).or_else(|| of_position(place))?;
    let source = run.sources.iter().position(|source| source.file == file)?;
    Some((source, line))
}

fn of_statement(place: &str) -> Option<(&str, u32)> {
    let mut parts = place.strip_prefix("Statement_")?.rsplitn(3, '_');
    let (_, line, file) = (parts.next()?, parts.next()?, parts.next()?);
    Some((file, line.parse().ok()?))
}

fn of_position(place: &str) -> Option<(&str, u32)> {
    let (before, last) = place.rsplit_once(':')?;
    let last = last.parse().ok()?;
    match before.rsplit_once(':').map(|(file, line)| (file, line.parse())) {
        Some((file, Ok(line))) => Some((file, line)),
        _ => Some((before, last)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ReportedSource;

    #[test]
    fn keys_and_positions_are_found() {
        let source =
            |file: &str| ReportedSource { file: file.to_owned(), ..ReportedSource::default() };
        let run = RunSummary {
            sources: vec![source("a.js"), source("src/b_c.js")],
            ..RunSummary::default()
        };
        let places = [
            ("Statement_src/b_c.js_00012_0", Some((1, 12))),
            ("a.js:7", Some((0, 7))),
            ("a.js:7:30", Some((0, 7))),
            ("Statement_other.js_00012_0", None),
            ("/items/0/price type", None),
            ("a.js", None),
            ("", None),
        ];
        for (place, expected) in places {
            assert_eq!(source_place(&run, place), expected, "{place}");
        }
    }
}
