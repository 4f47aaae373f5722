//! `GET /infoSUT`: what the API is, where it listens and what it is made of.

use std::collections::{BTreeMap, BTreeSet};

use crate::auth::AuthenticationDto;
use crate::database::{DbInfoDto, ExtraConstraintsDto};
use crate::read::{bodies, names};
use crate::rpc::RPCProblemDto;
use crate::test_results::{ExternalServiceInfoDto, HostnameResolutionInfoDto, TargetInfoDto};

names! {
    /// The framework in which the core writes tests unless told otherwise.
    pub enum OutputFormat {
        /// JUnit 5 in Java.
        #[serde(rename = "JAVA_JUNIT_5")]
        JavaJunit5,
        /// JUnit 4 in Java.
        #[serde(rename = "JAVA_JUNIT_4")]
        JavaJunit4,
        /// JUnit 4 in Kotlin.
        #[serde(rename = "KOTLIN_JUNIT_4")]
        KotlinJunit4,
        /// JUnit 5 in Kotlin.
        #[serde(rename = "KOTLIN_JUNIT_5")]
        KotlinJunit5,
        /// Jest in JavaScript.
        JsJest,
        /// xUnit in C#.
        CsharpXunit,
    }
}

bodies! {
    /// The SUT; one of the four problems must be there.
    pub struct SutInfoDto {
        /// A REST API.
        pub rest_problem: Option<RestProblemDto>,
        /// A GraphQL API.
        #[serde(rename = "graphQLProblem")]
        pub graphql_problem: Option<GraphQLProblemDto>,
        /// An RPC API.
        pub rpc_problem: Option<RPCProblemDto>,
        /// A web site.
        pub web_problem: Option<WebProblemDto>,
        /// Whether the SUT is up.
        pub is_sut_running: bool,
        /// The framework of tests; the core aborts where neither this nor its own option says.
        pub default_output_format: Option<OutputFormat>,
        /// Protocol, host and port, nothing else.
        #[serde(rename = "baseUrlOfSUT")]
        pub base_url_of_sut: Option<String>,
        /// Users that calls can be made as.
        pub info_for_authentication: Option<Vec<AuthenticationDto>>,
        /// Tables of the SQL database.
        pub sql_schema_dto: Option<DbInfoDto>,
        /// What the code is made of.
        pub units_info_dto: Option<UnitsInfoDto>,
        /// What the start covered; without it the core calls that coverage unavailable.
        pub boot_time_info_dto: Option<BootTimeInfoDto>,
        /// What went wrong that people should know.
        pub error_msg: Vec<String>,
    }

    /// A REST API.
    pub struct RestProblemDto {
        /// Services that are called for real.
        pub services_to_not_mock: Vec<ExternalServiceDto>,
        /// Where the OpenAPI document is.
        pub open_api_url: Option<String>,
        /// Paths that are never called.
        pub endpoints_to_skip: Vec<String>,
        /// The OpenAPI document itself, instead of its address.
        pub open_api_schema: Option<String>,
        /// Parameters whose values the driver computes.
        pub derived_params: Vec<RestDerivedParamDto>,
    }

    /// A GraphQL API.
    pub struct GraphQLProblemDto {
        /// Services that are called for real.
        pub services_to_not_mock: Vec<ExternalServiceDto>,
        /// Path of the endpoint, such as `/graphql`.
        pub endpoint: Option<String>,
    }

    /// A web site.
    pub struct WebProblemDto {
        /// Services that are called for real.
        pub services_to_not_mock: Vec<ExternalServiceDto>,
        /// Path of the first page.
        pub url_path_of_starting_page: Option<String>,
    }

    /// A service by host and port.
    pub struct ExternalServiceDto {
        /// Its host.
        pub hostname: String,
        /// Its port.
        pub port: i32,
    }

    /// A parameter whose value the driver computes from the rest of a call.
    pub struct RestDerivedParamDto {
        /// Its name.
        pub param_name: String,
        /// Where it stands in a call.
        pub context: Option<String>,
        /// Where it applies; everywhere without it.
        pub endpoint_paths: Option<Vec<String>>,
        /// When it is computed, the lowest first.
        pub order: Option<i32>,
    }

    /// What the code of the SUT is made of.
    pub struct UnitsInfoDto {
        /// Files or classes; the core needs the list, even an empty one.
        pub unit_names: BTreeSet<String>,
        /// Lines that can be covered.
        pub number_of_lines: i32,
        /// Branches that can be covered.
        pub number_of_branches: i32,
        /// Calls in the SUT that are replaced.
        pub number_of_replaced_methods_in_sut: i32,
        /// Calls in its dependencies that are replaced.
        pub number_of_replaced_methods_in_third_party: i32,
        /// Methods whose calls are watched.
        pub number_of_tracked_methods: i32,
        /// Comparisons of numbers with a heuristic.
        pub number_of_instrumented_number_comparisons: i32,
        /// Schemas of the types that bodies are parsed into, by name, as OpenAPI.
        pub parsed_dtos: Option<BTreeMap<String, String>>,
        /// Schemas of the types that were asked for.
        pub extracted_specified_dtos: Option<BTreeMap<String, String>>,
        /// Constraints that the code puts on the database.
        pub extra_database_constraints_dtos: Option<Vec<ExtraConstraintsDto>>,
    }

    /// What happened before the first call.
    pub struct BootTimeInfoDto {
        /// Targets that the start covered.
        pub targets: Vec<TargetInfoDto>,
        /// Services that the start called.
        pub external_services_dto: Vec<ExternalServiceInfoDto>,
        /// Names that the start looked up.
        pub hostname_resolution_info_dtos: Vec<HostnameResolutionInfoDto>,
    }
}
