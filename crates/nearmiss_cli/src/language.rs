//! Which test runner the tests are for, and in which language they are written.

use std::path::Path;

use nearmiss_report::missing_packages;
use nearmiss_writer::{FORMAT_NAMES, Language, OutputFormat, TypeScript, formats};

use crate::failure::Failure;

/// Languages of tests.
#[derive(Clone, Copy, Debug, Eq, PartialEq, clap::ValueEnum)]
pub enum LanguageArg {
    /// JavaScript.
    Js,
    /// TypeScript.
    Ts,
}

/// The format of this name.
///
/// # Errors
/// There is none.
pub fn format_of(name: &str) -> Result<&'static dyn OutputFormat, Failure> {
    formats::by_name(name).ok_or_else(|| {
        let known = FORMAT_NAMES.join(", ");
        Failure::usage(format!("there is no format `{name}`; known: {known}"))
    })
}

/// The language that is asked for, or else the one that fits the package of `cwd`.
///
/// # Errors
/// TypeScript is asked for and the runner cannot read it as the package is.
pub fn language_of(
    asked: Option<LanguageArg>,
    format: &dyn OutputFormat,
    cwd: &Path,
) -> Result<Language, Failure> {
    let packages = packages_from(cwd);
    let texts: Vec<&str> = packages.iter().map(|(_, text)| text.as_str()).collect();
    let reads = match format.typescript() {
        TypeScript::ByItself => true,
        TypeScript::Loader(loader) => has(loader, &texts),
        TypeScript::Transformer(transformers) => transformers.iter().any(|name| has(name, &texts)),
    };
    match asked {
        Some(LanguageArg::Js) => Ok(Language::Js),
        Some(LanguageArg::Ts) => match format.typescript() {
            TypeScript::Transformer(transformers) if !reads => Err(Failure::usage(format!(
                "{} reads TypeScript only with one of {}, and package.json names none of them; add one \
                 and set it up, or choose another --format or --language js",
                format.name(),
                transformers.join(", ")
            ))),
            _ => Ok(Language::Ts),
        },
        None => {
            let written_in_it = packages.first().is_some_and(|(folder, text)| {
                folder.join("tsconfig.json").is_file() && has("typescript", &[text.as_str()])
            });
            Ok(if written_in_it && reads { Language::Ts } else { Language::Js })
        }
    }
}

/// The package that reads TypeScript for the runner, if it needs one and a package from `cwd` outwards
/// names it.
#[must_use]
pub fn transformer_of(format: &dyn OutputFormat, cwd: &Path) -> Option<&'static str> {
    let TypeScript::Transformer(transformers) = format.typescript() else { return None };
    let packages = packages_from(cwd);
    let texts: Vec<&str> = packages.iter().map(|(_, text)| text.as_str()).collect();
    transformers.iter().copied().find(|name| has(name, &texts))
}

/// Folder and text of each `package.json`, from the API's outwards: in a workspace the runner is often
/// installed for all.
fn packages_from(cwd: &Path) -> Vec<(&Path, String)> {
    let text = |folder: &Path| std::fs::read_to_string(folder.join("package.json")).ok();
    cwd.ancestors().filter_map(|folder| Some((folder, text(folder)?))).collect()
}

fn has(name: &str, texts: &[&str]) -> bool {
    missing_packages(&[name.to_owned()], texts).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The language for a package with these dev dependencies.
    fn language(
        asked: Option<LanguageArg>,
        format: &str,
        packages: &[&str],
        tsconfig: bool,
    ) -> Result<Language, String> {
        let folder = tempfile::tempdir().unwrap();
        let named: serde_json::Map<String, serde_json::Value> =
            packages.iter().map(|name| ((*name).to_owned(), "*".into())).collect();
        let manifest = serde_json::json!({ "devDependencies": named });
        std::fs::write(folder.path().join("package.json"), manifest.to_string()).unwrap();
        if tsconfig {
            std::fs::write(folder.path().join("tsconfig.json"), "{}").unwrap();
        }
        let below = folder.path().join("src");
        std::fs::create_dir(&below).unwrap();
        language_of(asked, format_of(format).unwrap(), &below)
            .map_err(|failure| failure.to_string())
    }

    #[test]
    fn typescript_is_the_default_where_package_and_runner_have_it() {
        for (format, packages, tsconfig, expected) in [
            ("vitest", &["typescript"][..], true, Language::Ts),
            ("vitest", &["typescript"], false, Language::Js),
            ("vitest", &[], true, Language::Js),
            ("jest", &["typescript"], true, Language::Js),
            ("jest", &["typescript", "ts-jest"], true, Language::Ts),
            ("jest", &["typescript", "@swc/jest"], true, Language::Ts),
            ("node", &["typescript"], true, Language::Js),
            ("node", &["typescript", "tsx"], true, Language::Ts),
            ("mocha", &["typescript", "tsx"], true, Language::Ts),
            ("mocha", &["typescript", "ts-jest"], true, Language::Js),
        ] {
            assert_eq!(
                language(None, format, packages, tsconfig),
                Ok(expected),
                "{format} {packages:?}"
            );
        }
    }

    #[test]
    fn what_is_asked_for_is_done_where_it_can_be() {
        assert_eq!(
            language(Some(LanguageArg::Js), "vitest", &["typescript"], true),
            Ok(Language::Js)
        );
        assert_eq!(language(Some(LanguageArg::Ts), "node", &[], false), Ok(Language::Ts));
        let why = language(Some(LanguageArg::Ts), "jest", &["typescript"], true).unwrap_err();
        assert!(why.contains("ts-jest, @swc/jest, @babel/preset-typescript"), "{why}");
    }

    #[test]
    fn a_format_that_there_is_not_is_named() {
        let why = format_of("ava").map(|format| format.name()).unwrap_err().to_string();
        assert!(why.contains("`ava`") && why.contains("jest, mocha, node, vitest"), "{why}");
        assert_eq!(format_of("jest").map(|format| format.name()).ok(), Some("jest"));
    }
}
