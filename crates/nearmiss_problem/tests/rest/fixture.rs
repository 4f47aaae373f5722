//! Documents of `fixtures/schemas/openapi`.

use nearmiss_problem::ProblemOptions;
use nearmiss_problem::rest::{RestProblem, SchemaWarning};

pub const ALL: [&str; 5] =
    ["features-3.1.yaml", "library-3.0.json", "odd-3.0.yaml", "shop-2.0.yaml", "styles-3.0.yaml"];

pub fn text(name: &str) -> String {
    let path = format!("{}/../../fixtures/schemas/openapi/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

pub fn parse(text: &str) -> (RestProblem, Vec<SchemaWarning>) {
    RestProblem::parse(text, &ProblemOptions::default()).unwrap_or_else(|error| panic!("{error}"))
}

pub fn problem(name: &str) -> RestProblem {
    parse(&text(name)).0
}
