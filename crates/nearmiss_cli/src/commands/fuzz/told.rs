//! What the processes of the SUT told in the course of a search that people should know.

use std::sync::PoisonError;

use nearmiss_runner::SearchWords;

use crate::options::api;
use crate::outside;
use crate::rate_limits;
use crate::settings::Settings;
use crate::warnings::Warnings;

/// Warnings with their categories; `tested` is the port that the tested server wanted. Asked after the
/// search: a second server often listens a little after the first.
pub fn told_while_searching(settings: &Settings, words: &SearchWords, tested: u16) -> Warnings {
    let skipped = skipped_files(words).into_iter().map(|text| ("source", text));
    let validators = words.validators.lock().unwrap_or_else(PoisonError::into_inner).warnings();
    let unread = validators.into_iter().map(|text| ("schema", text));
    let servers = other_servers(settings, words, tested).map(|text| ("sut", text));
    let outside = outside::warnings(words).into_iter().map(|text| ("strangers", text));
    let services = outside::services(words).into_iter().map(|text| ("services", text));
    let outside = outside.chain(services);
    let limiters = rate_limits::warnings(words).into_iter().map(|text| ("rate-limits", text));
    skipped.chain(unread).chain(servers).chain(outside).chain(limiters).collect()
}

fn skipped_files(words: &SearchWords) -> Vec<String> {
    let skipped = words.skipped.lock().unwrap_or_else(PoisonError::into_inner);
    let lines = skipped.iter().map(|(file, why)| format!("{file} runs without probes: {why}"));
    lines.collect()
}

/// Names the servers beside the tested one, when which one to test was left to us.
fn other_servers(settings: &Settings, words: &SearchWords, tested: u16) -> Option<String> {
    let wanted = words.wanted_ports.lock().unwrap_or_else(PoisonError::into_inner);
    let others: Vec<String> =
        wanted.iter().filter(|port| **port != tested).map(u16::to_string).collect();
    (settings.get(&api::PORT).is_none() && !others.is_empty()).then(|| {
        format!(
            "the API has several servers: the one on port {tested} was tested, not the one on port \
             {}; choose with --port",
            others.join(", ")
        )
    })
}
