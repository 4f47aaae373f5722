//! Packages as Node finds them from a folder.

use std::path::{Path, PathBuf};

use nearmiss_writer::oldest_major;

/// The folder of a package: the first `node_modules` above that has it.
pub fn folder_of(package: &str, from: &Path) -> Option<PathBuf> {
    let folders = from.ancestors().map(|folder| folder.join("node_modules").join(package));
    folders.into_iter().find(|folder| folder.join("package.json").is_file())
}

/// Its version, if it is there.
pub fn version_of(package: &str, from: &Path) -> Option<String> {
    let file = folder_of(package, from)?.join("package.json");
    let text = std::fs::read_to_string(file).ok()?;
    let manifest: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
    Some(manifest["version"].as_str().unwrap_or("of unknown version").to_owned())
}

/// The version of a package that is there and older than what is written needs, and the first major one that does.
pub fn too_old(package: &str, from: &Path) -> Option<(String, u32)> {
    let oldest = oldest_major(package)?;
    let version = version_of(package, from)?;
    let major: u32 = version.split('.').next()?.parse().ok()?;
    (major < oldest).then_some((version, oldest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_found_above_may_be_too_old() {
        let folder = tempfile::tempdir().unwrap();
        let below = folder.path().join("api/tests");
        std::fs::create_dir_all(&below).unwrap();
        let put = |version: &str| {
            let package = folder.path().join("node_modules/jest");
            std::fs::create_dir_all(&package).unwrap();
            let text = format!(r#"{{"version":"{version}"}}"#);
            std::fs::write(package.join("package.json"), text).unwrap();
        };
        assert_eq!((version_of("jest", &below), too_old("jest", &below)), (None, None));
        put("26.6.3");
        assert_eq!(too_old("jest", &below), Some(("26.6.3".to_owned(), 27)));
        put("30.0.0");
        assert_eq!(too_old("jest", &below), None);
        assert_eq!(version_of("jest", &below).as_deref(), Some("30.0.0"));
    }
}
