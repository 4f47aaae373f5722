//! Calls whose bodies are malformed on purpose: what reads bodies must refuse them and go on.

use std::collections::{BTreeMap, BTreeSet};

use nearmiss_search::{Individual, Malformed};

use super::lower::ways;
use super::operation::{MediaKind, Operation};
use super::oracles::{Judged, JudgedTest};

/// Tests that are taken at once.
const AT_ONCE: usize = 2;

/// Bodies that were malformed and are to be.
#[derive(Debug, Default)]
pub(super) struct MalformedBodies {
    /// Operations that had their turn, by name.
    asked: BTreeSet<String>,
    /// Number of the operations of each content type that had: the first is tried in all ways, each other one in one, by
    /// turns, as mostly one parser reads them all.
    of_type: BTreeMap<String, usize>,
    waiting: Vec<Individual>,
}

impl MalformedBodies {
    /// Takes in a test: calls with a body that came as far as to whoever reads it.
    pub fn note(&mut self, test: &JudgedTest<'_>) {
        for (at, (judged, action)) in test.calls.iter().zip(&test.individual.calls).enumerate() {
            let name = judged.operation.name.to_string();
            if judged.strayed || self.asked.contains(&name) || !comes_to_the_body(judged) {
                continue;
            }
            let Some((content_type, kind)) = body_of(judged) else { continue };
            self.asked.insert(name);
            let turn = self.of_type.entry(content_type).or_default();
            let all: Vec<Malformed> = ways(kind).collect();
            let chosen = match *turn {
                0 => all,
                turn => vec![all[turn % all.len()].clone()],
            };
            *turn += 1;
            let malformed = chosen.into_iter().map(|way| {
                let mut individual = Individual { soaks: false, ..test.individual.clone() };
                individual.calls.truncate(at);
                let mut last = action.clone();
                last.malformed = Some(way);
                // What it works on need not be there: its body is read first.
                if last.links.is_empty() {
                    individual.calls.clear();
                }
                individual.calls.push(last);
                individual
            });
            self.waiting.extend(malformed);
        }
    }

    /// Takes some of the tests that were asked for.
    pub fn take(&mut self) -> Vec<Individual> {
        let count = AT_ONCE.min(self.waiting.len());
        self.waiting.drain(..count).collect()
    }
}

/// Tells whether a call was not refused before anybody looked at its body.
fn comes_to_the_body(judged: &Judged<'_>) -> bool {
    let status = judged.answer().map(|answer| answer.status);
    status.is_some_and(|status| !matches!(status, 401 | 403 | 404 | 405 | 429))
}

/// The content type of a call's body, without its parameters, and how it is written.
fn body_of(judged: &Judged<'_>) -> Option<(String, MediaKind)> {
    let body = judged.call.http().body.as_ref()?;
    let essence = |text: &str| text.split(';').next().unwrap_or_default().trim().to_owned();
    let sent = essence(&body.content_type);
    let Operation { body: Some(declared), .. } = judged.operation else { return None };
    let mut media = declared.media.iter();
    let kind = media.find(|(media, _)| essence(media) == sent).or(declared.media.first());
    kind.map(|(_, kind)| (sent, *kind))
}
