//! What RPC adds, only as far as it shows in bodies of other problems: its own parts stay the JSON
//! that they are.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::read::bodies;
use crate::sut_info::ExternalServiceDto;

bodies! {
    /// An RPC API.
    pub struct RPCProblemDto {
        /// Services that are called for real.
        pub services_to_not_mock: Vec<ExternalServiceDto>,
        /// Its interfaces.
        pub schemas: Vec<Value>,
        /// Endpoints that authenticate locally.
        pub local_auth_endpoints: Vec<Value>,
        /// Places of these in the list of users.
        pub local_auth_endpoint_references: Vec<i32>,
        /// Tests to begin with, by name.
        pub seeded_test_dtos: Option<BTreeMap<String, Value>>,
    }

    /// Body of `POST /postSearchAction`; none of its members is read.
    pub struct PostSearchActionDto {}
}
