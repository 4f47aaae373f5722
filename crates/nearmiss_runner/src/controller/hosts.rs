//! Who may ask: requests for this machine, by a name that cannot be turned to it. A page in a browser may have its own
//! name resolve to 127.0.0.1 (DNS rebinding) and would then start, stop and reset the API; such a request still has the
//! name of the page in its `Host` and `Origin`.

use std::net::IpAddr;

use hyper::header::{HOST, HeaderMap, HeaderName, ORIGIN};
use hyper::http::uri::Authority;
use hyper::{Uri, Version};

use super::Refusal;

/// The hosts in whose name requests are taken, whatever the port: loopback, where the controller listens, and those
/// that were named.
#[derive(Clone, Debug)]
pub struct AllowedHosts {
    /// Where it listens.
    listens: IpAddr,
    /// Names and addresses, in lower case.
    named: Vec<String>,
}

impl AllowedHosts {
    /// The hosts of a controller that listens at an address; `named`: more of them.
    #[must_use]
    pub fn new(listens: IpAddr, named: &[String]) -> Self {
        Self { listens, named: named.iter().filter_map(|name| host_of(name)).collect() }
    }

    /// Refuses a request that does not name one of them in its target, its `Host` and its `Origin`. A request of
    /// HTTP/1.0 may have no `Host`: no browser makes one.
    pub(super) fn check(
        &self,
        version: Version,
        target: &Uri,
        headers: &HeaderMap,
    ) -> Result<(), Refusal> {
        let hosts = texts(headers, HOST);
        if hosts.len() > 1 || (hosts.is_empty() && version > Version::HTTP_10) {
            return Err((400, "a request has one header Host".to_owned()));
        }
        let of_target = target.authority().map(Authority::to_string);
        for host in hosts.into_iter().chain(of_target) {
            if !self.allows(&host) {
                return Err(self.refusal("Host", &host));
            }
        }
        for origin in texts(headers, ORIGIN) {
            let authority = origin.split_once("://").map(|(_, authority)| authority);
            if !authority.is_some_and(|authority| self.allows(authority)) {
                return Err(self.refusal("Origin", &origin));
            }
        }
        Ok(())
    }

    /// Whether requests are taken in the name of `host:port`.
    fn allows(&self, authority: &str) -> bool {
        let Some(host) = host_of(authority) else { return false };
        if host == "localhost" || self.named.contains(&host) {
            return true;
        }
        let address = host.trim_matches(['[', ']']).parse::<IpAddr>().map(|ip| ip.to_canonical());
        address.is_ok_and(|address| {
            let listens = self.listens.to_canonical();
            address.is_loopback() || (address == listens && !listens.is_unspecified())
        })
    }

    fn refusal(&self, header: &str, value: &str) -> Refusal {
        let own = if self.listens.is_unspecified() {
            " It listens on all addresses of this machine, so its names and addresses have to be named, too."
        } else {
            ""
        };
        let why = format!(
            "requests with the {header} `{}` are refused: it is neither loopback nor an address that the controller was given.{own} \
             If that is you and not a page in a browser, start it with --controller-allow-host and the name",
            value.escape_debug()
        );
        (403, why)
    }
}

/// All values of a header; what is no text is none that anybody allows.
fn texts(headers: &HeaderMap, name: HeaderName) -> Vec<String> {
    let values = headers.get_all(name).into_iter();
    values.map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned()).collect()
}

/// The host of `host` or `host:port`, in lower case and without the dot that ends a full name; `None` where it is
/// neither.
pub(crate) fn host_of(authority: &str) -> Option<String> {
    let (host, rest) = match authority.find(']') {
        Some(end) if authority.starts_with('[') => authority.split_at(end + 1),
        _ => authority.split_at(authority.find(':').unwrap_or(authority.len())),
    };
    let port = rest.strip_prefix(':').unwrap_or(rest);
    let is_port = port.len() <= 5 && port.bytes().all(|byte| byte.is_ascii_digit());
    let inside = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    let is_host = match inside {
        Some(address) => address.parse::<std::net::Ipv6Addr>().is_ok(),
        None => !host.is_empty() && host.chars().all(|c| c.is_alphanumeric() || "-._".contains(c)),
    };
    let host = host.strip_suffix('.').unwrap_or(host);
    (is_host && is_port && !host.is_empty()).then(|| host.to_lowercase())
}

/// The text of a name or address that may be allowed, without a port.
///
/// # Errors
/// When it is neither.
pub fn allowed_host(text: &str) -> Result<String, String> {
    // An address of version 6 without its brackets.
    let bracketed = if text.parse::<std::net::Ipv6Addr>().is_ok() {
        format!("[{text}]")
    } else {
        text.to_owned()
    };
    match host_of(&bracketed) {
        Some(host) if bracketed.len() <= host.len() + 1 => Ok(host),
        _ => {
            Err("it is no name or address of a machine, such as `driver` or `192.0.2.7`".to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(hosts: &AllowedHosts, headers: &[(&str, &str)]) -> u16 {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(HeaderName::from_bytes(name.as_bytes()).unwrap(), value.parse().unwrap());
        }
        let checked = hosts.check(Version::HTTP_11, &Uri::from_static("/x"), &map);
        checked.map_or_else(|(status, _)| status, |()| 200)
    }

    fn at(address: &str, named: &[&str]) -> AllowedHosts {
        let named: Vec<String> = named.iter().map(|name| (*name).to_owned()).collect();
        AllowedHosts::new(address.parse().unwrap(), &named)
    }

    #[test]
    fn loopback_is_allowed_by_each_of_its_names() {
        let hosts = at("127.0.0.1", &[]);
        for host in [
            "localhost",
            "LOCALHOST:40100",
            "localhost.:1",
            "127.0.0.1:40100",
            "127.8.9.1",
            "[::1]",
            "[::1]:80",
            "[::ffff:127.0.0.1]:80",
        ] {
            assert_eq!(status(&hosts, &[("host", host)]), 200, "{host}");
            let origin = format!("http://{host}");
            assert_eq!(
                status(&hosts, &[("host", "localhost"), ("origin", &origin)]),
                200,
                "{origin}"
            );
        }
    }

    #[test]
    fn other_names_are_refused_as_host_and_as_origin() {
        let hosts = at("127.0.0.1", &[]);
        for host in [
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example:40100",
            "128.0.0.1",
            "[::2]",
            "0.0.0.0",
            "[::]",
            "localhost@evil.example",
            "evil.example:80@localhost",
            "[::1",
            "::1",
            "",
            ":40100",
            "localhost:4:5",
            "local\u{e4}host",
        ] {
            assert_eq!(status(&hosts, &[("host", host)]), 403, "{host}");
            let origin = format!("http://{host}");
            assert_eq!(
                status(&hosts, &[("host", "localhost"), ("origin", &origin)]),
                403,
                "{origin}"
            );
        }
        for origin in ["null", "localhost", "file://", "http://localhost/"] {
            assert_eq!(
                status(&hosts, &[("host", "localhost"), ("origin", origin)]),
                403,
                "{origin}"
            );
        }
    }

    #[test]
    fn a_request_has_one_host_but_for_the_first_version_of_http() {
        let hosts = at("127.0.0.1", &[]);
        assert_eq!(status(&hosts, &[]), 400);
        assert_eq!(status(&hosts, &[("host", "localhost"), ("host", "localhost")]), 400);
        let none = HeaderMap::new();
        let target = Uri::from_static("/x");
        assert!(hosts.check(Version::HTTP_10, &target, &none).is_ok());
        let absolute = Uri::from_static("http://evil.example/x");
        assert!(hosts.check(Version::HTTP_10, &absolute, &none).is_err());
    }

    #[test]
    fn where_it_listens_and_what_was_named_is_allowed() {
        let hosts = at("192.0.2.7", &["driver", "Build.Example.ORG", "[2001:db8::1]"]);
        for host in
            ["192.0.2.7:40100", "driver:1", "build.example.org", "[2001:db8::1]:7", "localhost"]
        {
            assert_eq!(status(&hosts, &[("host", host)]), 200, "{host}");
        }
        assert_eq!(status(&hosts, &[("host", "192.0.2.8")]), 403);
        let all = at("0.0.0.0", &[]);
        assert_eq!(status(&all, &[("host", "0.0.0.0:40100")]), 403);
        assert_eq!(status(&all, &[("host", "192.0.2.7")]), 403);
        let (_, why) = all.refusal("Host", "box");
        assert!(why.contains("all addresses") && why.contains("--controller-allow-host"), "{why}");
    }

    #[test]
    fn what_is_named_is_a_name_or_an_address() {
        for (text, host) in [
            ("driver", "driver"),
            ("Driver.", "driver"),
            ("192.0.2.7", "192.0.2.7"),
            ("::1", "[::1]"),
            ("[::1]", "[::1]"),
        ] {
            assert_eq!(allowed_host(text).as_deref(), Ok(host));
        }
        for text in ["", "*", "driver:40100", "http://driver", "a b", "[::1"] {
            assert!(allowed_host(text).is_err(), "{text}");
        }
    }
}
