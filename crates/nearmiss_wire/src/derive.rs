//! `POST /deriveParams`: asked with a list, answered with a list.

use crate::read::bodies;

bodies! {
    /// A parameter whose value is asked for.
    pub struct DerivedParamChangeReqDto {
        /// Its name.
        pub param_name: String,
        /// The call as it is without it, as JSON text.
        pub json_data: Option<String>,
        /// Where the call goes.
        pub entry_point: Option<String>,
        /// The place of the call in the test.
        pub action_index: i32,
    }

    /// The value of a parameter.
    pub struct DeriveParamResponseDto {
        /// Its name.
        pub param_name: String,
        /// The value.
        pub param_value: Option<String>,
        /// The place of the call in the test.
        pub action_index: i32,
    }
}
