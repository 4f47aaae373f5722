//! Whom the API may reach beside itself and its databases, and what people are told of that.

use std::collections::BTreeMap;
use std::sync::PoisonError;

use nearmiss_report::counted;
use nearmiss_runner::{Outside, SearchWords, SeenOutside, StartSutError};

use crate::failure::Failure;
use crate::not_built;
use crate::options::Options;
use crate::options::api::{ALLOW_HOST, REAL_SERVICES};
use crate::output::Output;

/// Places, and programs, that are named.
const MOST_NAMED: usize = 20;
/// Strangers that are named of each place.
const MOST_OF_PLACE: usize = 3;

/// Whom the options let the API reach.
///
/// # Errors
/// Wrong usage: what is no host.
pub fn of(options: &Options) -> Result<Outside, Failure> {
    let hosts = options.list(&ALLOW_HOST);
    if let Some(wrong) = hosts.iter().find(|host| !is_host(host)) {
        return Err(Failure::usage(format!(
            "{} takes a host, as HOST or HOST:PORT ([::1]:8080 for IPv6), or the path of a socket, not `{wrong}`",
            options.named(&ALLOW_HOST)
        )));
    }
    // Who types hosts means no others than those.
    let to_all = options.is_typed(&REAL_SERVICES) || !options.is_typed(&ALLOW_HOST);
    if options.is(&REAL_SERVICES) && to_all {
        return Ok(Outside::Everybody);
    }
    Ok(Outside::Hosts(hosts.to_vec()))
}

/// Tells whether a text names a host, a host with a port, or a socket.
fn is_host(text: &str) -> bool {
    if text.starts_with('/') {
        return text.len() > 1;
    }
    let (host, port) = match text.strip_prefix('[') {
        Some(rest) => match rest.split_once(']') {
            Some((host, "")) => return host.parse::<std::net::Ipv6Addr>().is_ok(),
            Some((host, rest)) if host.parse::<std::net::Ipv6Addr>().is_ok() => {
                ("host", rest.strip_prefix(':'))
            }
            _ => return false,
        },
        None => match text.split_once(':') {
            Some((host, port)) => (host, Some(port)),
            None => return is_name(text),
        },
    };
    is_name(host) && port.is_some_and(|port| port.parse::<u16>().is_ok_and(|port| port > 0))
}

fn is_name(text: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    !text.is_empty() && text.chars().all(fits)
}

fn seen(words: &SearchWords) -> SeenOutside {
    words.outside.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Answers who was not reached, and what cannot be held, for people: a line for each place in the source.
pub fn warnings(words: &SearchWords) -> Vec<String> {
    let SeenOutside { refused, unheld, .. } = seen(words);
    let mut places: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (to, place) in &refused {
        places.entry(place).or_default().push(to);
    }
    let mut lines: Vec<String> = places.iter().take(MOST_NAMED).map(|(place, to)| {
        format!(
            "the API wants to reach {}{}: refused, as if nobody listened there; --allow-host {} lets it through",
            listed(to),
            at(place),
            to[0]
        )
    }).collect();
    if let Some(more @ 1..) = places.len().checked_sub(MOST_NAMED) {
        lines.push(format!("others were refused at {}", counted(more, "other place")));
    }
    lines.extend(unheld.iter().take(MOST_NAMED).map(|(program, place)| {
        format!(
            "the API starts {program}{}: what that sends to strangers is not held back",
            at(place)
        )
    }));
    if let Some(more @ 1..) = unheld.len().checked_sub(MOST_NAMED) {
        lines.push(format!("the API starts {}, too", counted(more, "other program")));
    }
    lines
}

/// Answers which services are answered for, for people: a line for each.
pub fn services(words: &SearchWords) -> Vec<String> {
    let services = seen(words).services;
    let lines = services.iter().take(MOST_NAMED).map(|(origin, place)| {
        let host = origin.split("://").nth(1).unwrap_or(origin);
        if origin.starts_with("smtp://") {
            return format!(
                "the API sends mail by {host}{}: nearmiss takes each letter in its place, and sends none; \
                 --allow-host {host} lets it through",
                at(place)
            );
        }
        format!(
            "the API calls {origin}{}: nearmiss answers in its place, with 404 where a test says nothing else; \
             --allow-host {host} lets it through",
            at(place)
        )
    });
    let more = services.len().checked_sub(MOST_NAMED).filter(|more| *more > 0);
    let more = more.map(|more| format!("the API calls {}, too", counted(more, "other service")));
    lines.chain(more).collect()
}

/// Tells whether any service is answered for.
pub fn has_services(words: &SearchWords) -> bool {
    !seen(words).services.is_empty()
}

fn at(place: &str) -> String {
    if place.is_empty() { String::new() } else { format!(" ({place})") }
}

/// The first few of them.
fn listed(all: &[&str]) -> String {
    let named = all[..all.len().min(MOST_OF_PLACE)].join(", ");
    match all.len().checked_sub(MOST_OF_PLACE) {
        Some(more @ 1..) => format!("{named} and {}", counted(more, "other")),
        _ => named,
    }
}

/// Prints what is known now, and answers what was printed.
pub fn tell(outside: &Outside, words: &SearchWords, output: &Output) -> Vec<String> {
    if matches!(outside, Outside::Everybody) {
        output.warn(
            "warning: --real-services: the API reaches whomever its calls name; mails are sent, cards are charged",
        );
    }
    let lines: Vec<String> = warnings(words).into_iter().chain(services(words)).collect();
    for line in &lines {
        output.warn(&format!("warning: {line}"));
    }
    lines
}

/// The failure of a start, with what was refused meanwhile: that may be why.
pub fn start_failure(error: &StartSutError, words: &SearchWords) -> Failure {
    let mut text = error.to_string();
    for (to, place) in &seen(words).refused {
        text.push_str(&format!(
            "\nIt wanted to reach {to}{}, which nearmiss refuses; --allow-host {to} lets it through.",
            at(place)
        ));
    }
    if let Some(advice) = not_built::advice(&text) {
        text.push_str(&format!("\n{advice}."));
    }
    match error {
        StartSutError::NotCalled { .. } => Failure::unsupported(text),
        _ => Failure::start(text),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::options::tests::typed;
    use crate::options::{self};

    fn of_given(words: &[&str], config: &str) -> Result<Outside, Failure> {
        let config = serde_json::from_str(config).unwrap();
        let (typed, here) = (typed(words), Path::new("/"));
        of(&Options::merge(options::all(), (typed.matches(), here), &config, here)?)
    }

    fn of_typed(hosts: &[&str]) -> Result<Outside, Failure> {
        let words: Vec<&str> = hosts.iter().flat_map(|host| ["--allow-host", host]).collect();
        of_given(&words, r#"{"options":{}}"#)
    }

    #[test]
    fn hosts_are_names_addresses_and_sockets() {
        for host in ["mail.example", "127.0.0.2:25", "[::1]", "[::1]:80", "/run/a.sock", "a_b:1"] {
            assert!(of_typed(&[host]).is_ok(), "{host}");
        }
        for host in ["http://a.example", "a:0", "a:70000", "a b", "", "::1", "[x]:1", "/", ":80"] {
            let error = of_typed(&[host]).unwrap_err().to_string();
            assert!(error.contains(&format!("`{host}`")), "{error}");
        }
    }

    #[test]
    fn who_types_hosts_means_no_others_than_those() {
        let config = r#"{"options":{"allowHost":["a.example"],"realServices":true}}"#;
        assert_eq!(of_given(&[], config).unwrap(), Outside::Everybody);
        let typed = of_given(&["--allow-host", "b.example"], config);
        assert_eq!(typed.unwrap(), Outside::Hosts(vec!["b.example".to_owned()]));
    }

    #[test]
    fn services_are_named_with_who_calls_them() {
        let words = SearchWords::default();
        assert!(services(&words).is_empty() && !has_services(&words));
        let mut outside = words.outside.lock().unwrap();
        for index in 0..22 {
            outside.services.insert(format!("http://s{index:02}.example:81"), "a.js:3".to_owned());
        }
        drop(outside);
        let lines = services(&words);
        assert!(lines[2].starts_with("the API calls http://s02.example:81 (a.js:3): "));
        assert!(lines[2].ends_with("--allow-host s02.example:81 lets it through"), "{}", lines[2]);
        assert_eq!(lines[20..], ["the API calls 2 other services, too"]);
    }

    #[test]
    fn what_was_refused_is_named_with_its_place_and_the_way_through() {
        let words = SearchWords::default();
        let mut outside = words.outside.lock().unwrap();
        for index in 0..25 {
            outside.refused.insert(format!("s{index}.example:25"), format!("a.js:{index:02}"));
        }
        for index in 0..5 {
            outside.refused.insert(format!("t{index}.example"), "a.js:03".to_owned());
        }
        drop(outside);
        let lines = warnings(&words);
        assert_eq!(lines.len(), 21);
        let named = "s3.example:25, t0.example, t1.example and 3 others (a.js:03)";
        assert!(lines[3].contains(named), "{}", lines[3]);
        assert!(lines[3].contains("--allow-host s3.example:25"));
        assert_eq!(lines[20], "others were refused at 5 other places");
    }
}
