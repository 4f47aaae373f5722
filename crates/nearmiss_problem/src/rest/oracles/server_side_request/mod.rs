//! Code 202: the API sends a request to an address that an input names.
//!
//! The examination puts an address of the loopback interface, where nobody listens, in the place of inputs
//! that look like addresses; the runtime tells when the process connects there.

use std::collections::BTreeSet;

use nearmiss_search::{Fault, Individual};
use rand_pcg::Pcg64Mcg;

use super::in_process::{at, faults};
use super::text_inputs::{TextInput, text_inputs, with_text};
use super::{JudgedTest, Oracle};

/// Where nothing listens: port 4 (nobody has it, and `fetch` allows it) of the loopback interface, and a path of ours. The runtime
/// knows it (`npm/nearmiss/sut/incidents/connections.js`).
const ADDRESSES: [&str; 3] =
    ["http://127.0.0.1:4/nm-forged", "127.0.0.1:4", "http://localhost:4/nm-forged.png"];
/// Words in names of inputs that are addresses.
const NAMES: [&str; 12] = [
    "url", "uri", "link", "href", "webhook", "callback", "host", "endpoint", "target", "redirect",
    "image", "avatar",
];

/// Requests to where an input says.
pub(super) struct ServerSideRequest;

impl Oracle for ServerSideRequest {
    fn name(&self) -> &'static str {
        "server-side-request"
    }

    fn faults(&self) -> &'static [(u32, &'static str)] {
        &[(202, "Server-Side Request Forgery (SSRF)")]
    }

    fn sees_answers_only(&self) -> bool {
        false
    }

    fn judge_test(&self, test: &JudgedTest<'_>) -> Vec<(usize, Fault)> {
        faults(test, 202, &["request-forgery"], |one| {
            format!("sends a request to where an input says{}", at(&one.place))
        })
    }

    fn examine(
        &self,
        test: &JudgedTest<'_>,
        asked: &mut BTreeSet<String>,
        _rng: &mut Pcg64Mcg,
    ) -> Vec<Individual> {
        let mut wanted = Vec::new();
        for (index, call) in test.calls.iter().enumerate() {
            let Some(answer) = call.answer() else { continue };
            let succeeds = answer.is_success();
            for input in text_inputs(test, index) {
                if !is_address(&input) {
                    continue;
                }
                // The address itself may be what is wrong with a call; one that succeeds is better.
                let key = format!("{} {} {succeeds}", call.operation.name, input.name);
                if !asked.insert(key) {
                    continue;
                }
                for address in ADDRESSES {
                    wanted.push(with_text(test, index, &input, address));
                }
            }
        }
        wanted
    }
}

fn is_address(input: &TextInput) -> bool {
    let name = input.name.to_ascii_lowercase();
    NAMES.iter().any(|word| name.contains(word))
        || input.text.starts_with("http://")
        || input.text.starts_with("https://")
}
