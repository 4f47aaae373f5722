//! A file of the project that says who may call, as `--auth` takes it.

use nearmiss_problem::auth::Users;

use crate::project::Project;

const NAMES: [&str; 6] = [
    "auth.yaml",
    "auth.yml",
    "auth.json",
    "nearmiss.auth.yaml",
    "nearmiss.auth.yml",
    "nearmiss.auth.json",
];

/// The file and how many users it has, or what is wrong with it; none if nothing looks like one.
pub fn users_file(project: &Project) -> Option<(&'static str, Result<usize, String>)> {
    NAMES.into_iter().find_map(|name| {
        let text = project.read_text(name)?;
        // Many files are called so; those that are meant say how somebody logs in.
        let ways = ["fixedHeaders", "loginEndpointAuth", "oauth2", "createUsers"];
        if !ways.iter().any(|way| text.contains(way)) {
            return None;
        }
        let users = Users::read(&text, name, &|variable| std::env::var(variable).ok());
        Some((name, users.map(|users| users.list.len()).map_err(|error| error.to_string())))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::tests::project;

    #[test]
    fn only_files_that_say_how_somebody_logs_in_are_meant() {
        let of = |text: &str| users_file(&project(&[("auth.yaml", text)]).0);
        let good = "auth:\n  - name: ada\n    fixedHeaders: [{ name: X-Key, value: k }]\n";
        assert_eq!(of(good), Some(("auth.yaml", Ok(1))));
        assert_eq!(of("provider: google\n"), None);
        let (_, unset) = of(&good.replace("value: k", "value: \"${NEARMISS_NOT_SET}\"")).unwrap();
        assert!(unset.unwrap_err().contains("NEARMISS_NOT_SET"));
    }
}
