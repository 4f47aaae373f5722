//! The packages that a written suite needs.

use std::sync::Arc;

use nearmiss_problem::auth::Users;
use nearmiss_runner::{Logins, Protocol};
use nearmiss_writer::{OutputFormat, SuiteUsers};

use super::checklist::Checklist;
use crate::auth::Secrets;
use crate::installed::{too_old, version_of};
use crate::project::PackageManager;
use crate::settings::Settings;
use crate::suite::{Named, Who, draft};

/// Looks for each from where the suite goes, as Node will.
pub(super) fn check(
    settings: &Settings,
    format: &dyn OutputFormat,
    manager: PackageManager,
    list: &mut Checklist,
) {
    // A suite without tests needs what every suite needs.
    let users = Users::default();
    let logins = Logins::new(Arc::new(users.clone()));
    let secrets = Secrets::of(&users, &logins);
    let who = Who { users: SuiteUsers::default(), logins: &logins, secrets: &secrets };
    let written = format.write(&draft(
        settings,
        Named {
            name: "api",
            port: 0,
            protocol: Protocol::Http,
            shares_state: false,
            copies_databases: false,
            file_schemas: &[],
            shipped_files: &[],
            keeps_files: false,
            limits_rates: false,
            calls_services: false,
            in_any_order: false,
            databases: None,
        },
        &who,
        &[],
    ));
    let (mut there, mut missing) = (Vec::new(), Vec::new());
    for package in &written.dev_dependencies {
        if let Some((version, oldest)) = too_old(package, &settings.results.out) {
            let what = format!(
                "{package} {version} is too old for the written tests, which need {oldest} or later; or have them \
                 written for node:test (format: \"node\")"
            );
            list.miss("suite", &what, &manager.add(&format!("{package}@latest")));
            return;
        }
        match version_of(package, &settings.results.out) {
            Some(version) => there.push(format!("{package} {version}")),
            None => missing.push(package.as_str()),
        }
    }
    if missing.is_empty() {
        let folder = settings.results.out.file_name().unwrap_or_default().to_string_lossy();
        let command = written.run_command.line(&folder);
        list.ok("suite", &format!("{}; run with {command}", there.join(", ")));
        return;
    }
    let what = format!("{} not installed, which the written tests need", missing.join(" and "));
    list.miss("suite", &what, &manager.add(&missing.join(" ")));
}
