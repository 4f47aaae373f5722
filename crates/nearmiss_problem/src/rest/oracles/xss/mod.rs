//! Code 201: markup in a text input comes back in a page as it was sent.
//!
//! Reflected (in the answer to the call that sent it, place `reflected`) or stored (in the answer to a
//! later call, place `stored`; the fault is that of the operation whose page it is in). Only pages
//! (`text/html`) count, and `<script>` only where it stands in text, not in an attribute.

use std::collections::BTreeSet;

use nearmiss_search::{Action, Fault, GeneSpec, GeneValue, Individual};
use percent_encoding::percent_decode_str;
use rand_pcg::Pcg64Mcg;

use super::asked::ask;
use super::continuation::{Lead, json_body, on_made, on_same, send};
use super::made_call::Made;
use super::relations::{made_id, path_parameters, sibling};
use super::{JudgedTest, Oracle, fault_of};
use crate::HttpResponse;
use crate::rest::model::Model;
use crate::rest::operation::Place;

/// Ends an attribute, and works in text as well.
const IMAGE: &str = "\"><img src=x onerror=nm()>";
/// For what lets no quotes through.
const SCRIPT: &str = "<script>nm()</script>";
/// Tests asked for of one operation, or of one that writes and one that reads, and one payload.
const MOST: usize = 2;
/// Pages that are looked at after one call.
const MOST_PAGES: usize = 3;
/// Word by which an operation is remembered that answers with pages.
const PAGE: &str = "page of ";

/// Cross-site scripting.
pub(super) struct Xss;

impl Oracle for Xss {
    fn name(&self) -> &'static str {
        "xss"
    }

    fn faults(&self) -> &'static [(u32, &'static str)] {
        &[(201, "Cross-Site Scripting (XSS)")]
    }

    fn judge_test(&self, test: &JudgedTest<'_>) -> Vec<(usize, Fault)> {
        let mut found = Vec::new();
        for page in test.made().iter().filter(|made| made.is_html()) {
            let Some(answer) = page.answer.filter(|answer| !is_inert(answer)) else { continue };
            let text = String::from_utf8_lossy(&answer.body);
            let shown: Vec<&str> =
                [IMAGE, SCRIPT].into_iter().filter(|payload| is_in_page(&text, payload)).collect();
            let sends = |made: &Made<'_>| shown.iter().any(|payload| is_sent(made, payload));
            let (place, message) = if sends(page) {
                ("reflected", "a page shows markup of the call that it answers as it was sent")
            } else if test.made()[..page.index].iter().any(sends) {
                ("stored", "a page shows markup of an earlier call as it was sent")
            } else {
                continue;
            };
            found.push((page.index, fault_of(201, page.described, place, message)));
        }
        found
    }

    fn examine(
        &self,
        test: &JudgedTest<'_>,
        asked: &mut BTreeSet<String>,
        rng: &mut Pcg64Mcg,
    ) -> Vec<Individual> {
        for page in test.made().iter().filter(|made| made.is_html()) {
            if page.succeeds() {
                asked.insert(format!("{PAGE}{}", page.described.name));
            }
        }
        for page in test.made().iter().filter(|made| made.is_html() && made.status != 404) {
            for payload in [IMAGE, SCRIPT] {
                let what = format!("{} {payload}", page.described.name);
                if asked.contains(&format!("{what} {}", MOST - 1)) {
                    continue;
                }
                let mut lead = Lead::to(test, &[page.index]);
                let at = lead.place(page.index);
                let action = &mut lead.individual.calls[at];
                if put_everywhere(test.model, action, payload) && ask(asked, &what, MOST) {
                    return vec![lead.individual];
                }
            }
        }
        for call in test.successes(&["POST", "PUT", "PATCH"]).filter(|made| !made.is_html()) {
            for page in pages(test.model, asked).into_iter().take(MOST_PAGES) {
                for payload in [IMAGE, SCRIPT] {
                    if let Some(wanted) = stored(test, call, page, payload, asked, rng) {
                        return vec![wanted];
                    }
                }
            }
        }
        Vec::new()
    }
}

/// The test up to a call that writes, with the payload, and a page behind it.
fn stored(
    test: &JudgedTest<'_>,
    call: &Made<'_>,
    page: usize,
    payload: &str,
    asked: &mut BTreeSet<String>,
    rng: &mut Pcg64Mcg,
) -> Option<Individual> {
    let what = format!("{} {} {payload}", call.described.name, test.model.operations[page].name);
    if asked.contains(&format!("{what} {}", MOST - 1)) {
        return None;
    }
    let mut lead = Lead::to(test, &[call.index]);
    let at = lead.place(call.index);
    if !put_everywhere(test.model, &mut lead.individual.calls[at], payload)
        || !ask(asked, &what, MOST)
    {
        return None;
    }
    let wanted = path_parameters(&test.model.operations[page]).len();
    let read = match made_id(test.model, call, page) {
        Some((source, _)) if wanted > path_parameters(call.described).len() => {
            on_made(test.model, &lead.individual, (at, &source), page, rng)
        }
        _ => on_same(test.model, &lead.individual, at, page, rng),
    };
    lead.individual.calls.push(read);
    Some(lead.individual)
}

/// Operations that read and are known, or said, to answer with pages.
fn pages(model: &Model, asked: &BTreeSet<String>) -> Vec<usize> {
    let is_page = |index: &usize| {
        let operation = &model.operations[*index];
        let declares = operation
            .responses
            .iter()
            .any(|response| response.content.iter().any(|(media, _)| media == "text/html"));
        operation.method == "GET"
            && (declares || asked.contains(&format!("{PAGE}{}", operation.name)))
    };
    (0..model.operations.len()).filter(is_page).collect()
}

/// Puts a payload into all free text of a call; answers whether there is any.
fn put_everywhere(model: &Model, action: &mut Action, payload: &str) -> bool {
    let index = action.template.0 as usize;
    let (Some(operation), Some(template)) =
        (model.operations.get(index), model.templates.get(index))
    else {
        return false;
    };
    let mut any = false;
    for (parameter, (_, spec)) in template.parameters.iter().enumerate() {
        let place = operation.parameters[parameter].place;
        let linked = action.links.iter().any(|link| link.parameter == parameter);
        let is_text = match place {
            Place::Query | Place::BodyField => true,
            Place::Body => json_body(operation) == Some(parameter) || operation.body.is_some(),
            // What a path names must be there, unless the page is about the name.
            Place::Path => operation.method == "GET" && !linked,
            Place::Header | Place::Cookie | Place::MediaType => false,
        };
        let Some(gene) = action.genes.get(parameter).filter(|_| is_text) else { continue };
        let value = with_payload(spec, &gene.value(), payload);
        if value != gene.value() {
            send(action, parameter, value);
            any = true;
        }
    }
    any && sibling(model, operation, &operation.method).is_some()
}

fn with_payload(spec: &GeneSpec, value: &GeneValue, payload: &str) -> GeneValue {
    match (spec, value) {
        (
            GeneSpec::Optional(inner)
            | GeneSpec::Nullable(inner)
            | GeneSpec::Suggested { inner, .. },
            _,
        ) => with_payload(inner, value, payload),
        (GeneSpec::Text { max_len, .. }, GeneValue::Text(_) | GeneValue::Absent)
            if *max_len >= payload.len() =>
        {
            GeneValue::text(payload)
        }
        (GeneSpec::Open | GeneSpec::Any, GeneValue::Text(_)) => GeneValue::text(payload),
        (GeneSpec::Object { fields, .. }, GeneValue::Record(sent)) => {
            let mut sent = sent.clone();
            for field in fields {
                match sent.iter_mut().find(|(name, _)| *name == field.name) {
                    Some((_, value)) => *value = with_payload(&field.spec, value, payload),
                    None => {
                        let value = with_payload(&field.spec, &GeneValue::Absent, payload);
                        if value != GeneValue::Absent {
                            sent.push((field.name.clone(), value));
                        }
                    }
                }
            }
            GeneValue::Record(sent)
        }
        (GeneSpec::Array { item, .. }, GeneValue::List(items)) => {
            GeneValue::List(items.iter().map(|value| with_payload(item, value, payload)).collect())
        }
        _ => value.clone(),
    }
}

/// Tells whether browsers run nothing of a page: they save it as a file, or are told to keep it in a sandbox without
/// scripts.
fn is_inert(answer: &HttpResponse) -> bool {
    let disposition = answer.header("content-disposition").unwrap_or_default();
    let policy = answer.header("content-security-policy").unwrap_or_default();
    let mut rules = policy.split(';').map(str::trim);
    disposition.trim_start().to_ascii_lowercase().starts_with("attachment")
        || rules.any(|rule| {
            rule.split_whitespace().next() == Some("sandbox") && !rule.contains("allow-scripts")
        })
}

/// Whether a page shows the payload where it works.
fn is_in_page(page: &str, payload: &str) -> bool {
    page.match_indices(payload).any(|(at, _)| {
        let before = &page[..at];
        let in_comment = before.rfind("<!--") > before.rfind("-->");
        payload == IMAGE && !in_comment
            || before.rfind('<') < before.rfind('>')
            || !before.contains('<')
    })
}

fn is_sent(made: &Made<'_>, payload: &str) -> bool {
    let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    let plus = |text: &str| decoded(&text.replace('+', " "));
    let quoted = payload.replace('"', "\\\"");
    made.body().contains(payload)
        || made.body().contains(&quoted)
        || plus(made.body()).contains(payload)
        || decoded(&made.path).contains(payload)
        || plus(&made.query).contains(payload)
}

#[cfg(test)]
mod tests;
