//! Answers of services that the API calls: `await services.reply("https://api.example", "GET", "/users/*", 200, { name: "Ann" })`.

use super::{Place, SetupKind};

/// The kind, whose functions run in the process of the API, which answers for services, too.
pub(super) const KIND: SetupKind = SetupKind {
    name: "services",
    program: include_str!("../../../../../npm/nearmiss/setup/services.cjs"),
    place: Place::Api,
    dialects: &[],
    types: include_str!("../../../../../npm/nearmiss/setup/services.d.cts"),
    gives_rows: false,
    stays: true,
};
