//! Prints the layout of the shared map as a JavaScript module; see `nearmiss_targets::layout`.

use nearmiss_targets::layout::{self, epoch, fact, word};

fn group(name: &str, values: &[(&str, u64)]) -> String {
    let lines: String = values.iter().map(|(key, value)| format!("  {key}: {value},\n")).collect();
    format!("exports.{name} = Object.freeze({{\n{lines}}});\n")
}

/// The words of the head.
fn words() -> String {
    group(
        "word",
        &[
            ("MAGIC", word::MAGIC as u64),
            ("VERSION", word::VERSION as u64),
            ("EPOCH", word::EPOCH as u64),
            ("EPOCH_STATE", word::EPOCH_STATE as u64),
            ("ACTION", word::ACTION as u64),
            ("LAST_ACTION", word::LAST_ACTION as u64),
            ("QUIET_EPOCH", word::QUIET_EPOCH as u64),
            ("REQUESTS", word::REQUESTS as u64),
            ("RESPONSES", word::RESPONSES as u64),
            ("TOUCHED_COUNT", word::TOUCHED_COUNT as u64),
            ("TOUCHED_DROPPED", word::TOUCHED_DROPPED as u64),
            ("FACTS_USED", word::FACTS_USED as u64),
            ("FACTS_DROPPED", word::FACTS_DROPPED as u64),
            ("THROWN_AT", word::THROWN_AT as u64),
            ("THROWN", word::THROWN as u64),
            ("NOT_QUIET", word::NOT_QUIET as u64),
            ("OPERATION", word::OPERATION as u64),
            ("DISCOVERY", word::DISCOVERY as u64),
            ("PAIRS", word::PAIRS as u64),
            ("AWAKE", word::AWAKE as u64),
            ("SENT", word::SENT as u64),
            ("CORE_PORT", word::CORE_PORT as u64),
            ("HELD", word::HELD as u64),
            ("AHEAD", word::AHEAD as u64),
            ("ROUTE", word::ROUTE as u64),
        ],
    )
}

/// The kinds of facts.
fn facts() -> String {
    group(
        "fact",
        &[
            ("CONSTANT", fact::CONSTANT.into()),
            ("CONSTANT_IGNORE_CASE", fact::CONSTANT_IGNORE_CASE.into()),
            ("REGEX_PARTIAL", fact::REGEX_PARTIAL.into()),
            ("REGEX_WHOLE", fact::REGEX_WHOLE.into()),
            ("PREFIX", fact::PREFIX.into()),
            ("SUFFIX", fact::SUFFIX.into()),
            ("CONTAINS", fact::CONTAINS.into()),
            ("EQUAL_TO_TAINT", fact::EQUAL_TO_TAINT.into()),
            ("NUMBER", fact::NUMBER.into()),
            ("DATE", fact::DATE.into()),
            ("AT", fact::AT.into()),
            ("ENCODED", fact::ENCODED.into()),
            ("SCHEMA", fact::SCHEMA.into()),
            ("URL", fact::URL.into()),
            ("KIND", fact::KIND.into()),
            ("INPUT", fact::INPUT.into()),
            ("PROPERTY", fact::PROPERTY.into()),
            ("PAIR", fact::PAIR.into()),
            ("FIELD", fact::FIELD.into()),
            ("REGEX_MATCHED", fact::REGEX_MATCHED.into()),
            ("ANSWER", fact::ANSWER.into()),
            ("INCIDENT", fact::INCIDENT.into()),
            ("QUERY", fact::QUERY.into()),
            ("PASSWORD", fact::PASSWORD.into()),
            ("SERVICE", fact::SERVICE.into()),
        ],
    )
}

#[expect(clippy::print_stdout, reason = "printing is what this program is for")]
fn main() {
    let layout = group(
        "layout",
        &[
            ("VERSION", layout::VERSION.into()),
            ("MAGIC", layout::MAGIC.into()),
            ("HEADER_WORDS", layout::HEADER_WORDS as u64),
            ("ROUTED_ACTIONS", layout::ROUTED_ACTIONS as u64),
            ("TOUCHED_OFFSET", layout::TOUCHED_OFFSET as u64),
            ("TOUCHED_CAPACITY", layout::TOUCHED_CAPACITY as u64),
            ("FACTS_OFFSET", layout::FACTS_OFFSET as u64),
            ("FACTS_BYTES", layout::FACTS_BYTES as u64),
            ("SLOTS_OFFSET", layout::SLOTS_OFFSET as u64),
            ("SLOTS", layout::SLOTS as u64),
            ("SINK_SLOTS", layout::SINK_SLOTS.into()),
            ("AHEAD_SLOTS", layout::AHEAD_SLOTS.into()),
            ("FLOORS_OFFSET", layout::FLOORS_OFFSET as u64),
            ("TOTAL_BYTES", layout::TOTAL_BYTES as u64),
        ],
    );
    let epoch = group(
        "epoch",
        &[
            ("CLOSED", epoch::CLOSED.into()),
            ("OPEN", epoch::OPEN.into()),
            ("BOOT", epoch::BOOT.into()),
        ],
    );
    let (word, fact) = (words(), facts());
    print!(
        "\"use strict\";\n// Written by `cargo run -p nearmiss_targets --example layout`; see its layout.rs.\n{layout}{word}{epoch}{fact}"
    );
}
