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
    /// Answers what the runtime is told.
    pub(crate) fn rules(&self, hold_databases: bool) -> serde_json::Value {
        let hosts = match self {
            Self::Hosts(hosts) => Some(hosts),
            Self::Everybody => None,
        };
        serde_json::json!({ "hosts": hosts, "holdDatabases": hold_databases })
    }
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
    /// Child processes that cannot be held, with the place that starts them.
    pub unheld: BTreeMap<String, String>,
    /// Databases.
    pub databases: BTreeSet<SeenDatabase>,
}
