//! Links of a test that took nothing: the answer that they take it from has no such piece.

use nearmiss_problem::{Call, CallOutcome, Part, resolve_source};

/// Finds the calls, each with the earlier one, that are linked to an answer and took nothing from it.
pub(super) fn vain_links(steps: &[Call], outcomes: &[CallOutcome]) -> Vec<(usize, usize)> {
    let mut vain: Vec<(usize, usize)> = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        let linked: Vec<(usize, bool)> = step
            .parts()
            .filter_map(|part| match part {
                Part::FromResponse { call, source, .. } => {
                    let is_there = match outcomes.get(*call) {
                        Some(CallOutcome::Response(answer)) => {
                            resolve_source(answer, source, false).is_some()
                        }
                        _ => false,
                    };
                    Some((*call, is_there))
                }
                _ => None,
            })
            .collect();
        for (from, _) in &linked {
            let takes = linked.iter().any(|(call, is_there)| call == from && *is_there);
            if !takes && !vain.contains(&(index, *from)) {
                vain.push((index, *from));
            }
        }
    }
    vain
}

#[cfg(test)]
mod tests {
    use nearmiss_problem::HttpResponse;
    use serde_json::json;

    use super::*;

    #[test]
    fn links_to_refusals_take_nothing() {
        let call = |target| {
            let request = json!({ "method": "GET", "target": target, "headers": [], "body": null });
            let call = json!({ "operation": "GET:/a", "request": { "Http": request } });
            serde_json::from_value::<Call>(call).unwrap()
        };
        let from = |call: usize| json!({ "FromResponse": { "call": call, "source": { "Body": "/id" }, "fallback": "7" } });
        let steps = [
            call(json!([{ "Text": "/a" }])),
            call(json!([{ "Text": "/a" }])),
            call(json!([{ "Text": "/a/" }, from(0)])),
            call(json!([{ "Text": "/a/" }, from(1), { "Text": "/" }, from(0)])),
        ];
        let answer = |body: &str| {
            let body = body.as_bytes().to_vec();
            CallOutcome::Response(HttpResponse { status: 200, body, ..Default::default() })
        };
        let outcomes = [answer("{\"error\":1}"), answer("{\"id\":1}"), answer("1"), answer("1")];
        assert_eq!(vain_links(&steps, &outcomes), [(2, 0), (3, 0)]);
        // Nothing is taken from what has no answer.
        assert_eq!(vain_links(&steps, &[CallOutcome::Timeout]), [(2, 0), (3, 1), (3, 0)]);
    }
}
