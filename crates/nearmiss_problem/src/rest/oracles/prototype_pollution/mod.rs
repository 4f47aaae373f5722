//! Code 920: a call puts properties on a prototype that all objects of the process share.
//!
//! The runtime compares prototypes after each call. The examination sends what such code falls for: a
//! body with `__proto__` or `constructor.prototype`, and these names in place of texts.

use std::collections::BTreeSet;

use nearmiss_search::{Fault, GeneValue, Individual};
use rand_pcg::Pcg64Mcg;

use super::in_process::faults;
use super::text_inputs::{json_body, text_inputs, with_text, with_value};
use super::{JudgedTest, Oracle};

/// Name of the property that is to be found on a prototype.
const MARK: &str = "nmPolluted";
/// Texts of one operation that are tried.
const MOST_TEXTS: usize = 6;

/// Changed prototypes.
pub(super) struct PrototypePollution;

impl Oracle for PrototypePollution {
    fn name(&self) -> &'static str {
        "prototype-pollution"
    }

    fn faults(&self) -> &'static [(u32, &'static str)] {
        &[(920, "Prototype Pollution")]
    }

    fn sees_answers_only(&self) -> bool {
        false
    }

    fn judge_test(&self, test: &JudgedTest<'_>) -> Vec<(usize, Fault)> {
        faults(test, 920, &["prototype-pollution"], |one| {
            format!("changes {} by its input", one.place)
        })
    }

    fn examine(
        &self,
        test: &JudgedTest<'_>,
        asked: &mut BTreeSet<String>,
        _rng: &mut Pcg64Mcg,
    ) -> Vec<Individual> {
        let mut wanted = Vec::new();
        for (at, call) in test.calls.iter().enumerate() {
            let succeeds = call.answer().is_some_and(crate::HttpResponse::is_success);
            let fits = succeeds && !call.strayed;
            let Some(body) = json_body(call.operation).filter(|_| fits) else { continue };
            if !asked.insert(call.operation.name.to_string()) {
                continue;
            }
            for key in 0..3 {
                wanted.push(with_value(test, at, body, |value| pollute(value, key)));
            }
            for input in text_inputs(test, at).iter().take(MOST_TEXTS) {
                wanted.push(with_text(test, at, input, "__proto__"));
                wanted.push(with_text(test, at, input, &format!("__proto__.{MARK}")));
            }
        }
        wanted
    }
}

fn record(name: &str, value: GeneValue) -> GeneValue {
    GeneValue::Record(vec![(name.to_owned(), value)])
}

/// 0: `__proto__` in the record, 1: `constructor`, 2: both in the records inside.
fn pollute(value: &mut GeneValue, key: u32) {
    if !matches!(value, GeneValue::Record(_)) {
        *value = GeneValue::Record(Vec::new());
    }
    let GeneValue::Record(fields) = value else { return };
    let mark = || record(MARK, GeneValue::text("1"));
    match key {
        0 => fields.push(("__proto__".to_owned(), mark())),
        1 => fields.push(("constructor".to_owned(), record("prototype", mark()))),
        _ => {
            for (_, field) in fields {
                if matches!(field, GeneValue::Record(_)) {
                    pollute(field, 0);
                    pollute(field, 1);
                }
            }
        }
    }
}
