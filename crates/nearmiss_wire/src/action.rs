//! `PUT /newAction`: announced before each call.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::read::{bodies, names};
use crate::sut_info::ExternalServiceDto;

names! {
    /// How an RPC call ended, in the driver's own terms.
    pub enum CustomizedCallResultCode {
        /// It did what it was for.
        Success,
        /// The service failed.
        ServiceError,
        /// Something else failed.
        OtherError,
    }
}

bodies! {
    /// The action that comes next.
    pub struct ActionDto {
        /// Its place in the test, from 0.
        pub index: i32,
        /// Its name, such as `GET:/books`.
        pub name: String,
        /// Values of inputs that were made to match regular expressions.
        pub input_variables: Vec<String>,
        /// The call that the driver is to make (RPC), as the core wrote it.
        pub rpc_call: Option<Value>,
        /// Mocks by the signature of the service they stand for.
        pub external_service_mapping: BTreeMap<String, ExternalServiceMappingDto>,
        /// Local addresses by the host they stand for.
        pub local_address_mapping: BTreeMap<String, String>,
        /// Services that are called for real.
        pub skipped_external_services: Vec<ExternalServiceDto>,
    }

    /// A mock of a service.
    pub struct ExternalServiceMappingDto {
        /// The host that it stands for.
        pub remote_hostname: String,
        /// The address where it listens.
        #[serde(rename = "localIPAddress")]
        pub local_ip_address: String,
        /// The signature of the service.
        pub signature: String,
        /// Whether it is up.
        pub is_active: bool,
    }

    /// What an RPC call gave; other actions are answered without data.
    pub struct ActionResponseDto {
        /// Its place in the test.
        pub index: Option<i32>,
        /// What was returned, as the driver wrote it.
        pub rpc_response: Option<Value>,
        /// What was returned, as JSON text.
        pub json_response: Option<String>,
        /// Lines of a test that make the call.
        pub test_script: Vec<String>,
        /// Lines of a test that check what was returned.
        pub assertion_script: Vec<String>,
        /// What was thrown, as the driver wrote it.
        pub exception_info_dto: Option<Value>,
        /// How it ended, in the driver's own terms.
        pub customized_call_result_code: Option<CustomizedCallResultCode>,
        /// Why the driver could not make the call.
        pub error500_msg: Option<String>,
        /// Types found while it ran, as the driver wrote them.
        pub expand_info: Option<Value>,
    }
}
