//! Parts of an API that are not searched: middleware at a path of its own, such as tRPC, whose routes are not known,
//! and GraphQL.

use std::time::Duration;

use nearmiss_problem::{CallOutcome, FoundRoute};
use nearmiss_runner::{CallLimits, SutProcess, Transport, WireCall};

use crate::failure::Failure;

/// Limits of the question what is there.
const LIMITS: CallLimits =
    CallLimits { time: Duration::from_secs(3), body: 1 << 20, apart: Duration::ZERO };
/// Mounts that are asked.
const MOST: usize = 16;

/// Finds the sentences that say what is not searched, one for each place.
///
/// # Errors
/// The system did not give what we need.
pub fn unknown(sut: &SutProcess, routes: &[FoundRoute]) -> Result<Vec<String>, Failure> {
    let mut said: Vec<String> = graphql(routes).map(graphql_sentence).collect();
    let mounts = sut.mounts();
    if mounts.is_empty() {
        return Ok(said);
    }
    let mut transport =
        Transport::new(LIMITS).map_err(|error| Failure::system("no event loop", &error))?;
    transport.connect_to(&sut.host());
    for mount in mounts.iter().take(MOST) {
        if mount.path.ends_with("/graphql") {
            said.push(graphql_sentence(&mount.path));
            continue;
        }
        let call = WireCall {
            method: "GET".to_owned(),
            target: mount.path.clone(),
            headers: vec![("Host".to_owned(), sut.host())],
            body: None,
        };
        let CallOutcome::Response(answer) = transport.call(&call, || false) else { break };
        // What passes calls on, such as a limiter, is answered by whatever stands behind it.
        if mount.ends || answer.status < 400 {
            said.push(format!(
                "middleware mounted at {} answers {} but its routes are not known",
                mount.path, answer.status
            ));
        }
    }
    Ok(said)
}

/// Picks the paths that GraphQL usually has, each once.
fn graphql(routes: &[FoundRoute]) -> impl Iterator<Item = &str> {
    let paths =
        routes.iter().filter(|route| route.method == "POST").map(|route| route.path.as_str());
    paths.filter(|path| path.ends_with("/graphql"))
}

fn graphql_sentence(path: &str) -> String {
    format!(
        "{path} looks like GraphQL: it is called as one operation, its queries and mutations are not known"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graphql_is_told_by_its_path() {
        let route = |method: &str, path: &str| FoundRoute {
            method: method.to_owned(),
            path: path.to_owned(),
            ..FoundRoute::default()
        };
        let routes =
            [route("GET", "/graphql"), route("POST", "/graphql"), route("POST", "/graphs")];
        assert_eq!(graphql(&routes).collect::<Vec<_>>(), ["/graphql"]);
        assert!(graphql_sentence("/graphql").starts_with("/graphql looks like GraphQL"));
    }
}
