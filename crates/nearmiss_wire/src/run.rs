//! `POST /newSearch` and `PUT /runSUT`: both are answered without data.

use crate::read::bodies;

bodies! {
    /// Body of `POST /newSearch`.
    pub struct NewSearchDto {
        /// Always true.
        pub new_search: bool,
    }

    /// Body of `PUT /runSUT`.
    pub struct SutRunDto {
        /// Whether the SUT is to run or to stop; a request without it is refused with 400.
        pub run: Option<bool>,
        /// Whether state is reset and a new test begins; refused with 400 where `run` is false.
        pub reset_state: bool,
        /// Whether methods that mock objects are reset (RPC).
        pub reset_customized_method_for_mock_object: bool,
        /// Whether distances of SQL commands are computed.
        pub calculate_sql_heuristics: bool,
        /// Whether costly heuristics are computed.
        pub advanced_heuristics: bool,
        /// Whether answers say which SQL commands ran.
        pub extract_sql_execution_info: bool,
        /// Which kinds of calls are replaced, a list with commas: `BASE,SQL,EXT_0,MONGO`.
        pub method_replacement_categories: String,
    }
}
