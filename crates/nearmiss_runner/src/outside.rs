//! What is beyond the SUT: whom it may reach, and what its processes told of that (`npm/nearmiss/sut/strangers`).

use std::collections::{BTreeMap, BTreeSet};

/// Whom the SUT may reach beside itself and its databases.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Outside {
    /// These hosts: `host`, `host:port`, `[::1]:port`, or the path of a socket.
    Hosts(Vec<String>),
    /// Everybody.
    Everybody,
}

impl Default for Outside {
    fn default() -> Self {
        Self::Hosts(Vec::new())
    }
}

impl Outside {
    /// Answers what the runtime is told. `services`: those that speak HTTP are answered for.
    pub(crate) fn rules(
        &self,
        services: bool,
        hold_databases: bool,
        in_place: &InPlace,
    ) -> serde_json::Value {
        let hosts = match self {
            Self::Hosts(hosts) => Some(hosts),
            Self::Everybody => None,
        };
        serde_json::json!({
            "hosts": hosts, "services": services,
            "holdDatabases": hold_databases, "inPlace": in_place.0,
        })
    }
}

/// Servers of databases that the API may work on itself: `host`, `host:port`, or the path of a socket.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct InPlace(pub Vec<String>);

impl InPlace {
    /// Tells whether a server is one of them. `at`: its host and port, or the path of its socket; a database may be
    /// named behind it.
    #[must_use]
    pub fn has(&self, at: &str) -> bool {
        let at = alike(at);
        self.0.iter().map(|rule| alike(rule)).any(|rule| {
            at.strip_prefix(&rule)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with([':', '/']))
        })
    }
}

/// Answers a place with one name for the loopback.
fn alike(at: &str) -> String {
    let loopback = ["127.0.0.1", "[::1]"].iter().find_map(|name| at.strip_prefix(name));
    loopback.map_or_else(|| at.to_owned(), |rest| format!("localhost{rest}"))
}

/// A database that the SUT has connected to.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct SeenDatabase {
    /// What it is, such as `PostgreSQL`.
    pub kind: String,
    /// Its host and port, or the path of its socket.
    pub at: String,
    /// The package that connects, or the variable of the environment that names it.
    pub by: String,
}

/// What the processes of a SUT told of what is beyond them.
#[derive(Clone, Debug, Default)]
pub struct SeenOutside {
    /// Strangers that were not reached, with the place in the source that wanted to; empty where none shows.
    pub refused: BTreeMap<String, String>,
    /// Services that were called and answered for, with the place that called first.
    pub services: BTreeMap<String, String>,
    /// Child processes that cannot be held, with the place that starts them.
    pub unheld: BTreeMap<String, String>,
    /// Databases.
    pub databases: BTreeSet<SeenDatabase>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn databases_in_place_are_those_of_a_host_a_port_or_a_socket() {
        let rules = ["localhost:6379", "db.example", "/run/mysqld/mysqld.sock"];
        let in_place = InPlace(rules.map(str::to_owned).to_vec());
        let is = |at: &str| in_place.has(at);
        assert!(is("127.0.0.1:6379/7") && is("[::1]:6379") && is("db.example:5432/shop"));
        assert!(is("/run/mysqld/mysqld.sock"));
        assert!(!is("127.0.0.1:63790") && !is("db.example.org:1") && !is("localhost:5432"));
        assert!(!InPlace::default().has("localhost:1"));
    }
}
