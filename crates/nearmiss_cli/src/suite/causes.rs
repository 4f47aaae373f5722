//! Reasons of refusals in words of the writer.

use std::collections::BTreeMap;
use std::sync::Arc;

use nearmiss_problem::Problem;
use nearmiss_search::{Cause, EvaluatedIndividual, Odd};
use nearmiss_writer::ShownCause;

/// Answers by the numbers of tests why their last calls are refused.
pub(super) fn shown_causes(
    problem: &dyn Problem,
    tests: &[Arc<EvaluatedIndividual>],
    causes: &BTreeMap<u64, Cause>,
) -> BTreeMap<u64, ShownCause> {
    if causes.is_empty() {
        return BTreeMap::new();
    }
    let keys = problem.input_keys();
    let shown = tests.iter().filter_map(|test| {
        let template = test.individual.calls.last()?.template;
        let of_call = keys.get(template.0 as usize).map(Vec::as_slice).unwrap_or_default();
        Some((test.number, shown(causes.get(&test.number)?, of_call)))
    });
    shown.collect()
}

fn shown(cause: &Cause, keys: &[String]) -> ShownCause {
    match cause {
        Cause::Input { parameter, path, odd } => {
            let Some((place, name)) = keys.get(*parameter).and_then(|key| key.split_once(':'))
            else {
                return ShownCause::Unknown;
            };
            // A second one of its name has a number.
            let name = name.split('#').next().unwrap_or(name);
            let fields = path.iter().map(String::as_str);
            let (place, name) = match place {
                "body" => ("body", dotted(fields)),
                "field" => ("body", dotted([name].into_iter().chain(fields))),
                place => (place, name.to_owned()),
            };
            let is_of_other_type = *odd == Odd::Type;
            ShownCause::Input { place: place.to_owned(), name, is_of_other_type }
        }
        Cause::Caller => ShownCause::Caller,
        Cause::Malformed => ShownCause::Malformed,
        Cause::Before => ShownCause::Before,
        Cause::Unknown => ShownCause::Unknown,
    }
}

/// Joins names of fields and items: `items[2].size`.
fn dotted<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let mut joined = String::new();
    for name in names {
        if !joined.is_empty() && !name.starts_with('[') {
            joined.push('.');
        }
        joined.push_str(name);
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_is_told_by_its_place_and_name() {
        let keys = ["path:id", "body:body", "field:size", "query:q#1"].map(str::to_owned);
        let of = |parameter, path: &[&str], odd| {
            let path = path.iter().map(|name| (*name).to_owned()).collect();
            match shown(&Cause::Input { parameter, path, odd }, &keys) {
                ShownCause::Input { place, name, is_of_other_type } => {
                    (place, name, is_of_other_type)
                }
                other => panic!("{other:?}"),
            }
        };
        let told = |place: &str, name: &str, is_type| (place.to_owned(), name.to_owned(), is_type);
        assert_eq!(of(0, &[], Odd::Value), told("path", "id", false));
        assert_eq!(of(1, &["a", "b"], Odd::Type), told("body", "a.b", true));
        assert_eq!(of(1, &["a", "[2]", "b"], Odd::Value), told("body", "a[2].b", false));
        assert_eq!(of(2, &["[0]"], Odd::Value), told("body", "size[0]", false));
        assert_eq!(of(1, &[], Odd::Lacking), told("body", "", false));
        assert_eq!(of(2, &[], Odd::More), told("body", "size", false));
        assert_eq!(of(3, &[], Odd::Value), told("query", "q", false));
        let beyond = Cause::Input { parameter: 9, path: Vec::new(), odd: Odd::More };
        assert_eq!(shown(&beyond, &keys), ShownCause::Unknown);
    }
}
