//! What the runtime tells of the inputs of an action, in the words of the protocol. It knows fewer of them than the runtime: facts
//! that it has no word for (values that met, parts of texts, validators) are left out.

use nearmiss_targets::layout::fact;
use nearmiss_wire::{
    AdditionalInfoDto, ExternalServiceInfoDto, HostnameResolutionInfoDto,
    StringSpecializationInfoDto,
};

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
            kind => {
                if let Some((name, value)) = specialized(kind, &told) {
                    let of_input = info.string_specializations.entry(tainted(*taint)).or_default();
                    let told = StringSpecializationInfoDto {
                        string_specialization: name.to_owned(),
                        value: Some(value),
                        taint_type: FULL_MATCH.to_owned(),
                    };
                    if !of_input.contains(&told) {
                        of_input.push(told);
                    }
                }
            }
        }
    }
    info
}

fn tainted(number: u32) -> String {
    format!("_EM_{number}_XYZ_")
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

/// The core's word for what an input should be, and the value that goes with it.
fn specialized(kind: u16, told: &str) -> Option<(&'static str, String)> {
    let literal = || regex_literal(told);
    Some(match kind {
        fact::CONSTANT => ("CONSTANT", told.to_owned()),
        fact::CONSTANT_IGNORE_CASE => ("CONSTANT_IGNORE_CASE", told.to_owned()),
        fact::REGEX_PARTIAL => ("REGEX_PARTIAL", told.to_owned()),
        fact::REGEX_WHOLE => ("REGEX_WHOLE", told.to_owned()),
        fact::PREFIX => ("REGEX_WHOLE", format!("{}.*", literal())),
        fact::SUFFIX => ("REGEX_WHOLE", format!(".*{}", literal())),
        fact::CONTAINS => ("REGEX_WHOLE", format!(".*{}.*", literal())),
        fact::EQUAL_TO_TAINT => ("EQUAL", tainted(told.parse().ok()?)),
        fact::NUMBER if told.is_empty() => ("DOUBLE", String::new()),
        fact::NUMBER => ("CONSTANT", told.to_owned()),
        fact::DATE if told.is_empty() => ("DATE_YYYY_MM_DD", String::new()),
        fact::URL if told.is_empty() => ("URL", String::new()),
        fact::ENCODED if told == "json" => ("JSON_OBJECT", String::new()),
        fact::KIND => match told {
            "boolean" | "true" | "false" => ("BOOLEAN", String::new()),
            "number" => ("DOUBLE", String::new()),
            "object" => ("JSON_OBJECT", String::new()),
            "array" => ("JSON_ARRAY", String::new()),
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
