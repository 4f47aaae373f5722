//! `GET /controllerInfo`.

use crate::read::bodies;

bodies! {
    /// Who answers: the driver's class.
    pub struct ControllerInfoDto {
        /// Name of the driver's class; the core writes it into tests and aborts where it is blank.
        pub full_name: String,
        /// Whether the SUT has probes.
        pub is_instrumentation_on: bool,
        /// What starts the SUT, where that is a process of its own.
        pub executable_full_path: Option<String>,
    }
}
