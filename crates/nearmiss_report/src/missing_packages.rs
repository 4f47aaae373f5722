//! What a written suite needs and its package lacks.

use serde_json::Value;

/// Fields of a package.json that name what is installed.
const FIELDS: [&str; 4] =
    ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];

/// Those of `needed` that none of these `package.json` texts (of the package and, in a workspace, of
/// those around it) names. A text that is not JSON names nothing.
#[must_use]
pub fn missing_packages(needed: &[String], package_files: &[&str]) -> Vec<String> {
    let packages: Vec<Value> =
        package_files.iter().filter_map(|text| serde_json::from_str(text).ok()).collect();
    let named = |name: &str| {
        packages.iter().any(|package| {
            FIELDS.iter().any(|field| package.get(field).is_some_and(|of| of.get(name).is_some()))
        })
    };
    needed.iter().filter(|name| !named(name)).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_that_is_named_anywhere_is_there() {
        let needed = ["jest", "superagent", "tsx"].map(str::to_owned);
        let own = r#"{"devDependencies":{"jest":"30"},"dependencies":"odd"}"#;
        let around = r#"{"dependencies":{"tsx":"4"}}"#;
        assert_eq!(missing_packages(&needed, &[own, around, "{"]), ["superagent"]);
        assert_eq!(missing_packages(&needed, &[]), needed);
    }
}
