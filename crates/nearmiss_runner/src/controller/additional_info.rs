//! What the runtime tells of the inputs of an action, in the words of the protocol. It knows fewer of them than the runtime: facts
//! that it has no word for (values that met, parts of texts, validators) are left out.

use nearmiss_targets::layout::fact;
use nearmiss_wire::{
    AdditionalInfoDto, ExternalServiceInfoDto, HostnameResolutionInfoDto,
    StringSpecializationInfoDto,
};
use serde_json::Value;

use crate::marked::MARK;
use crate::shared_map::Fact;

/// The input holds the taint and nothing else.
const FULL_MATCH: &str = "FULL_MATCH";
/// How the runtime calls a connection to another server, and what follows: `protocol host port`.
const OTHER_SERVER: &str = "other-server";

/// What is known of an action; `place`: the statement that it left by an exception, or ran last.
pub(super) fn additional_info(
    index: u16,
    facts: &[Fact],
    place: Option<String>,
) -> AdditionalInfoDto {
    let mut info =
        AdditionalInfoDto { last_executed_statement: place, ..AdditionalInfoDto::default() };
    for (kind, _, taint, text) in facts.iter().filter(|(_, action, _, _)| *action == index) {
        let told = String::from_utf16_lossy(text);
        match *kind {
            fact::INPUT => note_input(&mut info, &told),
            fact::INCIDENT => note_server(&mut info, &told),
            fact::EQUAL_TO_TAINT => {
                if let Ok(other) = told.parse() {
                    note_equal(&mut info, *taint, other);
                }
            }
            fact::FIELD => note_field(&mut info, &told),
            kind => {
                if let Some((name, value)) = specialized(kind, &told) {
                    note(&mut info, tainted(*taint), name, value);
                }
            }
        }
    }
    info
}

/// Adds what an input should be, once.
fn note(info: &mut AdditionalInfoDto, input: String, name: &str, value: Option<String>) {
    let told = StringSpecializationInfoDto {
        string_specialization: name.to_owned(),
        value,
        taint_type: FULL_MATCH.to_owned(),
    };
    let of_input = info.string_specializations.entry(input).or_default();
    if !of_input.contains(&told) {
        of_input.push(told);
    }
}

fn tainted(number: u32) -> String {
    format!("_EM_{number}_XYZ_")
}

/// The number in the name of a taint.
fn taint_number(name: &str) -> Option<u32> {
    let upper = name.to_ascii_uppercase();
    upper.strip_prefix("_EM_")?.strip_suffix("_XYZ_")?.parse().ok()
}

/// Two inputs that should be equal: a core binds those that carry the same value, so both are told, whichever of them
/// the runtime told of, and the name of the pair does not depend on that.
fn note_equal(info: &mut AdditionalInfoDto, one: u32, other: u32) {
    if one == other {
        return;
    }
    let pair = format!("{}___{}", tainted(one.min(other)), tainted(one.max(other)));
    for input in [one, other] {
        note(info, tainted(input), "EQUAL", Some(pair.clone()));
    }
}

/// A property was read of a JSON text (`length,pointer text`): it is told of the object that has it, where the core has
/// marked that.
fn note_field(info: &mut AdditionalInfoDto, told: &str) {
    let Some((length, rest)) = told.split_once(',') else { return };
    let units: Vec<u16> = rest.encode_utf16().collect();
    let Some((pointer, text)) = length.parse().ok().and_then(|at| units.split_at_checked(at))
    else {
        return;
    };
    let pointer = String::from_utf16_lossy(pointer);
    let Ok(value) = serde_json::from_str::<Value>(&String::from_utf16_lossy(text)) else { return };
    let Some((holder, name)) = pointer.rsplit_once('/') else { return };
    let mut holders = vec![&value];
    for step in holder.split('/').skip(1).map(plain) {
        holders = holders.into_iter().flat_map(|value| below(value, &step)).collect();
    }
    let name = plain(name);
    for holder in holders {
        if let Some(mark) = holder[MARK].as_str()
            && let Some(number) = taint_number(mark)
            && holder.get(&name).is_none()
        {
            note(info, tainted(number), "JSON_MAP_FIELD", Some(name.clone()));
        }
    }
}

/// A step of a JSON pointer as the name that it stands for.
fn plain(step: &str) -> String {
    step.replace("~1", "/").replace("~0", "~")
}

/// What a step leads to: a member, or, as `-`, all items of a list.
fn below<'a>(value: &'a Value, step: &str) -> Vec<&'a Value> {
    match value {
        Value::Array(items) if step == "-" => items.iter().collect(),
        value => value.get(step).into_iter().collect(),
    }
}

/// A letter for the place of an input that was read, and its name.
fn note_input(info: &mut AdditionalInfoDto, told: &str) {
    let mut letters = told.chars();
    let place = letters.next();
    let name = letters.as_str().to_owned();
    let names = match place {
        Some('q') => &mut info.query_parameters,
        Some('h') => &mut info.headers,
        Some('b') => {
            info.raw_access_of_http_body_payload = Some(true);
            return;
        }
        _ => return,
    };
    if !names.contains(&name) {
        names.push(name);
    }
}

fn note_server(info: &mut AdditionalInfoDto, told: &str) {
    let mut lines = told.lines();
    if lines.next() != Some(OTHER_SERVER) {
        return;
    }
    let words: Vec<&str> = lines.nth(1).unwrap_or_default().split(' ').collect();
    let [protocol, host, port] = words[..] else { return };
    let server = ExternalServiceInfoDto {
        remote_hostname: host.to_owned(),
        protocol: protocol.to_owned(),
        remote_port: port.parse().unwrap_or_default(),
    };
    if host.parse::<std::net::IpAddr>().is_err() {
        let name =
            HostnameResolutionInfoDto { remote_hostname: host.to_owned(), resolved_address: None };
        if !info.hostname_resolution_info_dtos.contains(&name) {
            info.hostname_resolution_info_dtos.push(name);
        }
    }
    if !info.external_services.contains(&server) {
        info.external_services.push(server);
    }
}

/// The core's word for what an input should be, and the value that goes with it, if one does. The core reads a value
/// that it does not expect as what the word asks for: an empty text as the schema of an object, for one.
fn specialized(kind: u16, told: &str) -> Option<(&'static str, Option<String>)> {
    let text = || Some(told.to_owned());
    let around = |before: &str, after: &str| {
        (!told.is_empty()).then(|| Some(format!("{before}{}{after}", regex_literal(told))))
    };
    Some(match kind {
        fact::CONSTANT => ("CONSTANT", text()),
        fact::CONSTANT_IGNORE_CASE => ("CONSTANT_IGNORE_CASE", text()),
        fact::REGEX_PARTIAL if !told.is_empty() => ("REGEX_PARTIAL", text()),
        fact::REGEX_WHOLE if !told.is_empty() => ("REGEX_WHOLE", text()),
        fact::PREFIX => ("REGEX_WHOLE", around("", ".*")?),
        fact::SUFFIX => ("REGEX_WHOLE", around(".*", "")?),
        fact::CONTAINS => ("REGEX_WHOLE", around(".*", ".*")?),
        fact::NUMBER if told.is_empty() => ("DOUBLE", None),
        fact::NUMBER => ("CONSTANT", text()),
        fact::DATE if told.is_empty() => ("DATE_YYYY_MM_DD", None),
        fact::URL if told.is_empty() => ("URL", None),
        fact::ENCODED if told == "json" => ("JSON_MAP", None),
        fact::KIND => match told {
            "boolean" | "true" | "false" => ("BOOLEAN", None),
            "number" => ("DOUBLE", None),
            "object" => ("JSON_MAP", None),
            "array" => ("JSON_ARRAY", None),
            _ => return None,
        },
        _ => return None,
    })
}

/// A regular expression that matches this text alone.
fn regex_literal(text: &str) -> String {
    let mut regex = String::with_capacity(text.len());
    for letter in text.chars() {
        if r"\^$.|?*+()[]{}/".contains(letter) {
            regex.push('\\');
        }
        regex.push(letter);
    }
    regex
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(facts: &[(u16, u32, &str)]) -> AdditionalInfoDto {
        let facts: Vec<Fact> = facts
            .iter()
            .map(|(kind, taint, text)| (*kind, 0, *taint, text.encode_utf16().collect()))
            .collect();
        additional_info(0, &facts, None)
    }

    fn of(info: &AdditionalInfoDto, input: &str) -> Vec<(String, Option<String>)> {
        let told = info.string_specializations.get(input).into_iter().flatten();
        told.map(|one| (one.string_specialization.clone(), one.value.clone())).collect()
    }

    fn pair(name: &str, value: Option<&str>) -> (String, Option<String>) {
        (name.to_owned(), value.map(str::to_owned))
    }

    #[test]
    fn what_has_no_value_has_null() {
        for (kind, text, name) in [
            (fact::NUMBER, "", "DOUBLE"),
            (fact::DATE, "", "DATE_YYYY_MM_DD"),
            (fact::URL, "", "URL"),
            (fact::ENCODED, "json", "JSON_MAP"),
            (fact::KIND, "object", "JSON_MAP"),
            (fact::KIND, "array", "JSON_ARRAY"),
            (fact::KIND, "false", "BOOLEAN"),
            (fact::KIND, "number", "DOUBLE"),
        ] {
            assert_eq!(of(&told(&[(kind, 7, text)]), "_EM_7_XYZ_"), [pair(name, None)], "{text}");
        }
    }

    #[test]
    fn what_every_text_holds_is_not_told() {
        let facts =
            [fact::PREFIX, fact::SUFFIX, fact::CONTAINS, fact::REGEX_WHOLE, fact::REGEX_PARTIAL];
        let info = told(&facts.map(|kind| (kind, 7, "")));
        assert_eq!(info.string_specializations.len(), 0);
    }

    #[test]
    fn both_inputs_of_a_pair_carry_the_same_value() {
        let shared = Some("_EM_3_XYZ_____EM_12_XYZ_".to_owned());
        for facts in [
            &[(fact::EQUAL_TO_TAINT, 12, "3")][..],
            &[(fact::EQUAL_TO_TAINT, 3, "12")],
            &[(fact::EQUAL_TO_TAINT, 3, "12"), (fact::EQUAL_TO_TAINT, 12, "3")],
        ] {
            let info = told(facts);
            for input in ["_EM_3_XYZ_", "_EM_12_XYZ_"] {
                assert_eq!(of(&info, input), [("EQUAL".to_owned(), shared.clone())], "{input}");
            }
        }
        assert_eq!(told(&[(fact::EQUAL_TO_TAINT, 3, "3")]).string_specializations.len(), 0);
    }

    #[test]
    fn a_field_is_told_of_the_object_that_is_marked() {
        let text = r#"{"EM_tainted_map":"_EM_5_XYZ_","a":{"EM_tainted_map":"_em_6_xyz_"},"b":{}}"#;
        let field = |pointer: &str| format!("{},{pointer}{text}", pointer.len());
        let fields = ["/size", "/a/x~1y", "/b/c", "/a", "/none/c"].map(field);
        let facts: Vec<_> = fields.iter().map(|text| (fact::FIELD, 0, text.as_str())).collect();
        let info = told(&facts);
        assert_eq!(of(&info, "_EM_5_XYZ_"), [pair("JSON_MAP_FIELD", Some("size"))]);
        assert_eq!(of(&info, "_EM_6_XYZ_"), [pair("JSON_MAP_FIELD", Some("x/y"))]);
        assert_eq!(info.string_specializations.len(), 2);
    }
}
