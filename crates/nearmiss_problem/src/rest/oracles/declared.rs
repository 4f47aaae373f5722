//! What a call violates of what the document declares of its inputs, and calls that violate one thing.
//!
//! Only what is certain is called a violation. What may be one (a number where text is declared, which
//! many APIs convert; the format of a text; bounds that are ours and not the document's) is doubtful, and
//! a call with anything doubtful is not judged.

use nearmiss_search::gene::Gene;
use nearmiss_search::{ActionTemplate, FieldSpec, GeneSpec, GeneValue};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use super::continuation::json_body;
use crate::rest::operation::{Operation, Place};

/// Longest text where the document sets no limit (`spec/text_spec.rs`), and what lists and maps get then.
const UNBOUNDED_TEXT: usize = 512;
const LONGEST_TEXT: usize = 100_000;
const MORE_ITEMS: usize = 16;
const MOST_ITEMS: usize = 1_000;
/// Bounds of whole numbers that follow from a format, or from its absence.
const LOWEST: [i64; 5] = [i64::MIN, i32::MIN as i64, i16::MIN as i64, i8::MIN as i64, i64::MIN + 1];
const HIGHEST: [i64; 7] = [
    i64::MAX,
    i32::MAX as i64,
    u32::MAX as i64,
    i16::MAX as i64,
    u16::MAX as i64,
    i8::MAX as i64,
    u8::MAX as i64,
];
/// Text that is no number, no boolean and in no list of values.
const NOTHING_KNOWN: &str = "no-such-value";
/// Levels of records whose fields are violated.
const DEEPEST: usize = 2;

/// How a call departs from what is declared.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Departures {
    /// What is certain: `body/price minimum`.
    pub certain: Vec<String>,
    /// Something may be wrong as well.
    pub doubtful: bool,
}

impl Departures {
    /// Nothing is wrong.
    pub fn is_none(&self) -> bool {
        self.certain.is_empty() && !self.doubtful
    }

    /// The one thing that is wrong.
    pub fn only(&self) -> Option<&str> {
        match self.certain.as_slice() {
            [one] if !self.doubtful => Some(one),
            _ => None,
        }
    }

    fn note(&mut self, place: &str, what: &str) {
        self.certain.push(format!("{place} {what}"));
    }
}

/// How the values of a call depart from what its operation declares; what the document does not describe
/// is not looked at.
pub(super) fn departures(
    operation: &Operation,
    template: &ActionTemplate,
    values: &[GeneValue],
) -> Departures {
    let mut found = Departures::default();
    let described = operation.parameters.len().saturating_sub(operation.hidden);
    let body = json_body(operation);
    for (index, (name, spec)) in template.parameters.iter().enumerate().take(described) {
        let Some(parameter) = operation.parameters.get(index) else { continue };
        let value = values.get(index).unwrap_or(&GeneValue::Absent);
        let place = match parameter.place {
            Place::Path => format!("path {name}"),
            Place::Query => format!("query {name}"),
            Place::Header => format!("header {name}"),
            Place::Cookie => format!("cookie {name}"),
            Place::Body if body == Some(index) => "body".to_owned(),
            Place::MediaType => continue,
            Place::Body | Place::BodyField => {
                found.doubtful |= !fits(spec, value);
                continue;
            }
        };
        // Something else is sent in place of nothing.
        found.doubtful |= parameter.place == Place::Path && *value == GeneValue::text("");
        check(spec, value, &place, parameter.place == Place::Body, &mut found);
    }
    found
}

fn check_length(
    units: &[u16],
    (min_len, max_len): (usize, usize),
    place: &str,
    found: &mut Departures,
) {
    let ascii = units.iter().all(|unit| (0x21..0x7f).contains(unit));
    let limited = max_len != UNBOUNDED_TEXT.max(min_len * 2)
        && max_len != UNBOUNDED_TEXT.max(min_len)
        && max_len != LONGEST_TEXT;
    if units.len() < min_len || units.len() > max_len {
        let what = if units.len() < min_len { "minLength" } else { "maxLength" };
        if ascii && (what == "minLength" || limited) {
            found.note(place, what);
        } else {
            found.doubtful = true;
        }
    }
}

fn check_count(
    items: &[GeneValue],
    (min, max): (usize, usize),
    unique: bool,
    place: &str,
    found: &mut Departures,
) {
    let limited = max != min + MORE_ITEMS && max != MOST_ITEMS && !unique;
    if items.len() < min {
        found.note(place, "minItems");
    } else if items.len() > max {
        if limited {
            found.note(place, "maxItems");
        } else {
            found.doubtful = true;
        }
    }
    let repeated = unique && items.iter().enumerate().any(|(at, item)| items[..at].contains(item));
    found.doubtful |= repeated;
}

fn check(spec: &GeneSpec, value: &GeneValue, place: &str, json: bool, found: &mut Departures) {
    match (spec, value) {
        (GeneSpec::Optional(_), GeneValue::Absent) | (GeneSpec::Any | GeneSpec::Open, _) => {
            found.doubtful |=
                *value == GeneValue::Absent && matches!(spec, GeneSpec::Any | GeneSpec::Open);
        }
        (GeneSpec::Optional(inner), _) => check(inner, value, place, json, found),
        (_, GeneValue::Absent) => found.note(place, "required"),
        (GeneSpec::Nullable(_), GeneValue::Null) => {}
        (GeneSpec::Nullable(inner), _) => check(inner, value, place, json, found),
        (GeneSpec::Suggested { values, .. }, _) if values.contains(value) => {}
        (GeneSpec::Suggested { inner, .. }, _) => check(inner, value, place, json, found),
        (GeneSpec::Boolean, GeneValue::Boolean(_)) => {}
        (GeneSpec::Integer { min, max, .. }, GeneValue::Integer(whole)) => {
            if *whole < *min && !LOWEST.contains(min) {
                found.note(place, "minimum");
            } else if *whole > *max && !HIGHEST.contains(max) {
                found.note(place, "maximum");
            } else {
                found.doubtful |= !fits(spec, value);
            }
        }
        (GeneSpec::Double { min, max, .. }, GeneValue::Integer(_) | GeneValue::Double(_)) => {
            let real = real(value);
            let unlimited = |bound: f64| bound.abs() >= f64::from(f32::MAX);
            if real < *min && !unlimited(*min) {
                found.note(place, "minimum");
            } else if real > *max && !unlimited(*max) {
                found.note(place, "maximum");
            } else {
                found.doubtful |= !fits(spec, value) && matches!(value, GeneValue::Double(_));
            }
        }
        (
            GeneSpec::Boolean | GeneSpec::Integer { .. } | GeneSpec::Double { .. },
            GeneValue::Text(_),
        ) if *value == GeneValue::text(NOTHING_KNOWN) => found.note(place, "type"),
        (GeneSpec::Text { min_len, max_len }, GeneValue::Text(units)) => {
            check_length(units, (*min_len, *max_len), place, found);
        }
        (GeneSpec::Enum(listed), _) if listed.contains(value) => {}
        (GeneSpec::Enum(listed), GeneValue::Text(_))
            if listed.len() > 1
                && listed.iter().all(|one| matches!(one, GeneValue::Text(_)))
                && *value == GeneValue::text(NOTHING_KNOWN) =>
        {
            found.note(place, "enum");
        }
        (GeneSpec::Array { item, min, max, unique }, GeneValue::List(items)) => {
            check_count(items, (*min, *max), *unique, place, found);
            for value in items {
                check(item, value, &format!("{place}/0"), json, found);
            }
        }
        (GeneSpec::Object { fields, .. }, GeneValue::Record(sent)) => {
            for FieldSpec { name, spec } in fields {
                let value = sent.iter().find(|(known, _)| known == name);
                let value = value.map_or(&GeneValue::Absent, |(_, value)| value);
                check(spec, value, &format!("{place}/{name}"), json, found);
            }
            // Whether others are allowed is not known here.
            let known = |name: &String| fields.iter().any(|field| field.name == *name);
            found.doubtful |= sent.iter().any(|(name, _)| !known(name));
        }
        (GeneSpec::Text { .. } | GeneSpec::Array { .. }, GeneValue::Record(fields))
            if json && !fields.is_empty() =>
        {
            found.note(place, "type")
        }
        (GeneSpec::Object { .. }, GeneValue::Text(_)) if json => found.note(place, "type"),
        _ => found.doubtful |= !fits(spec, value),
    }
}

fn real(value: &GeneValue) -> f64 {
    match value {
        #[expect(clippy::cast_precision_loss, reason = "compared with a bound that is a double")]
        GeneValue::Integer(whole) => *whole as f64,
        GeneValue::Double(real) => *real,
        _ => f64::NAN,
    }
}

/// Whether the spec allows a value, as its gene has it.
fn fits(spec: &GeneSpec, value: &GeneValue) -> bool {
    Gene::new(spec, &mut Pcg64Mcg::seed_from_u64(0)).set_value(value)
}

/// Values of one parameter that each violate one thing, in order: index of the parameter and the value.
pub(super) fn violations(
    operation: &Operation,
    template: &ActionTemplate,
    values: &[GeneValue],
) -> Vec<(usize, GeneValue)> {
    let mut found = Vec::new();
    let described = operation.parameters.len().saturating_sub(operation.hidden);
    for (index, (_, spec)) in template.parameters.iter().enumerate().take(described) {
        let value = values.get(index).unwrap_or(&GeneValue::Absent);
        let json = json_body(operation) == Some(index);
        let is_query = operation.parameters.get(index).is_some_and(|p| p.place == Place::Query);
        if json || is_query {
            let level = if json { DEEPEST } else { 0 };
            let all = violated(spec, value, level);
            found.extend(all.into_iter().map(|value| (index, value)));
        }
    }
    found.retain(|(index, value)| {
        let mut values = values.to_vec();
        values.resize(values.len().max(index + 1), GeneValue::Absent);
        values[*index] = value.clone();
        departures(operation, template, &values).only().is_some()
    });
    found
}

fn violated(spec: &GeneSpec, value: &GeneValue, level: usize) -> Vec<GeneValue> {
    let unknown = GeneValue::text(NOTHING_KNOWN);
    match spec {
        GeneSpec::Optional(inner) => {
            let mut found = violated(inner, value, level);
            found.retain(|value| *value != GeneValue::Absent);
            found
        }
        GeneSpec::Nullable(inner) | GeneSpec::Suggested { inner, .. } => {
            violated(inner, value, level)
        }
        GeneSpec::Boolean => vec![GeneValue::Absent, unknown],
        GeneSpec::Integer { min, max, .. } => vec![
            GeneValue::Integer(min.saturating_sub(1)),
            GeneValue::Integer(max.saturating_add(1)),
            GeneValue::Absent,
            unknown,
        ],
        GeneSpec::Double { min, max, .. } => vec![
            GeneValue::Double(min - 1.0),
            GeneValue::Double(max + 1.0),
            GeneValue::Absent,
            unknown,
        ],
        GeneSpec::Text { min_len, max_len } => {
            let of_length = |length: usize| GeneValue::Text(vec![u16::from(b'x'); length]);
            let mut found = vec![GeneValue::Absent, record()];
            if *max_len < UNBOUNDED_TEXT {
                found.push(of_length(max_len + 1));
            }
            if *min_len > 0 {
                found.push(of_length(min_len - 1));
            }
            found
        }
        GeneSpec::Enum(_) => vec![unknown, GeneValue::Absent],
        GeneSpec::Array { item, min, max, .. } => violated_list(item, (*min, *max), value, level),
        GeneSpec::Object { fields, .. } => violated_record(fields, value, level),
        // Nobody knows which one thing another value violates.
        GeneSpec::Pattern { .. }
        | GeneSpec::Format(_)
        | GeneSpec::Map { .. }
        | GeneSpec::Choice(_)
        | GeneSpec::Any
        | GeneSpec::Open => Vec::new(),
    }
}

fn violated_list(
    item: &GeneSpec,
    (min, max): (usize, usize),
    value: &GeneValue,
    level: usize,
) -> Vec<GeneValue> {
    let mut found = vec![GeneValue::Absent, record()];
    if let GeneValue::List(items) = value
        && let Some(first) = items.first()
    {
        if min > 0 {
            found.push(GeneValue::List(items[..min - 1].to_vec()));
        }
        if max < MORE_ITEMS {
            found.push(GeneValue::List(vec![first.clone(); max + 1]));
        }
        if level > 0 {
            for value in violated(item, first, level - 1) {
                if value != GeneValue::Absent {
                    let mut items = items.clone();
                    items[0] = value;
                    found.push(GeneValue::List(items));
                }
            }
        }
    }
    found
}

fn violated_record(fields: &[FieldSpec], value: &GeneValue, level: usize) -> Vec<GeneValue> {
    let mut found = vec![GeneValue::Absent];
    if let GeneValue::Record(sent) = value
        && level > 0
    {
        // Round about: the first violation of each field before the second of any.
        let mut rounds: Vec<Vec<GeneValue>> = Vec::new();
        for FieldSpec { name, spec } in fields {
            let inner = sent.iter().find(|(known, _)| known == name);
            let inner = inner.map_or(&GeneValue::Absent, |(_, value)| value);
            for (round, value) in violated(spec, inner, level - 1).into_iter().enumerate() {
                if rounds.len() <= round {
                    rounds.push(Vec::new());
                }
                rounds[round].push(with_field(sent, name, value));
            }
        }
        found.extend(rounds.into_iter().flatten());
    }
    found
}

fn record() -> GeneValue {
    GeneValue::Record(vec![("nm".to_owned(), GeneValue::Boolean(true))])
}

/// A record with another value in one of its fields.
pub(super) fn with_field(
    fields: &[(String, GeneValue)],
    name: &str,
    value: GeneValue,
) -> GeneValue {
    let mut fields = fields.to_vec();
    match fields.iter_mut().find(|(known, _)| known == name) {
        Some((_, known)) => *known = value,
        None => fields.push((name.to_owned(), value)),
    }
    GeneValue::Record(fields)
}

/// The value with other text in it, so that it is not the one of an earlier call: a little other where text
/// is free, anything where it has a form.
pub(super) fn varied(spec: &GeneSpec, value: &GeneValue, rng: &mut Pcg64Mcg) -> GeneValue {
    match (spec, value) {
        (
            GeneSpec::Optional(inner)
            | GeneSpec::Nullable(inner)
            | GeneSpec::Suggested { inner, .. },
            _,
        ) => varied(inner, value, rng),
        (GeneSpec::Text { max_len, .. }, GeneValue::Text(units)) => {
            let mut units = units.clone();
            if units.len() >= *max_len {
                units.pop();
            }
            units.push(u16::from(b'q'));
            GeneValue::Text(units)
        }
        (GeneSpec::Format(format), GeneValue::Text(_)) if format.is_unique => {
            Gene::new(spec, rng).value()
        }
        (GeneSpec::Pattern { .. }, GeneValue::Text(_)) => Gene::new(spec, rng).value(),
        (GeneSpec::Object { fields, .. }, GeneValue::Record(sent)) => {
            let mut vary = |(name, value): &(String, GeneValue)| {
                let spec = fields.iter().find(|field| field.name == *name);
                let value = spec.map_or(value.clone(), |field| varied(&field.spec, value, rng));
                (name.clone(), value)
            };
            GeneValue::Record(sent.iter().map(&mut vary).collect())
        }
        _ => value.clone(),
    }
}

/// Names of the fields that the schema of a JSON body has; `None` if it does not say.
pub(super) fn declared_fields(spec: &GeneSpec) -> Option<Vec<&str>> {
    match spec {
        GeneSpec::Optional(inner)
        | GeneSpec::Nullable(inner)
        | GeneSpec::Suggested { inner, .. } => declared_fields(inner),
        GeneSpec::Object { fields, additional: None } if !fields.is_empty() => {
            Some(fields.iter().map(|field| field.name.as_str()).collect())
        }
        GeneSpec::Choice(branches) => {
            let mut all = Vec::new();
            for branch in branches {
                all.extend(declared_fields(branch)?);
            }
            Some(all)
        }
        GeneSpec::Object { .. }
        | GeneSpec::Boolean
        | GeneSpec::Integer { .. }
        | GeneSpec::Double { .. }
        | GeneSpec::Text { .. }
        | GeneSpec::Pattern { .. }
        | GeneSpec::Format(_)
        | GeneSpec::Enum(_)
        | GeneSpec::Array { .. }
        | GeneSpec::Map { .. }
        | GeneSpec::Any
        | GeneSpec::Open => None,
    }
}
