//! Who may call: an auth file, the configuration, or the driver says; the search tells what they reached.

use std::sync::Arc;

use nearmiss_problem::auth::{Concealer, Users, header_variable};
use nearmiss_problem::{header_name, header_value};
use nearmiss_report::ReportedUser;
use nearmiss_runner::{Logins, SutProcess, UserTally};
use nearmiss_writer::{SuiteUser, SuiteUsers};

use crate::failure::Failure;
use crate::settings::{Settings, users_of};
use crate::warnings::Warnings;

/// Operations that a warning names; the report names all.
const MOST_NAMED: usize = 12;

/// Everybody who may call: those of the settings, else those of the driver; and what static headers hold.
///
/// # Errors
/// When the driver's answer is wrong.
pub fn all_users(settings: &Settings, sut: &SutProcess) -> Result<Arc<Users>, Failure> {
    let from_driver = sut.driver.as_ref().map(|driver| &driver.auth);
    let mut users = match (&settings.api.users, from_driver) {
        (Some(users), _) => users.clone(),
        (None, Some(auth)) if !auth.is_null() => {
            users_of(auth, "getInfoForAuthentication of the driver")?
        }
        _ => Users::default(),
    };
    for header in settings.api.headers.iter().filter(|header| header.is_secret) {
        let name = header_variable(&header_name(&header.name));
        users.variables.set(&name, &header_value(&header.value));
    }
    Ok(Arc::new(users))
}

/// The users as a written suite logs them in.
pub fn suite_users(users: &Users, logins: &Logins, write_secrets: bool) -> SuiteUsers {
    let known = users
        .list
        .iter()
        .map(|user| SuiteUser { user: user.clone(), forgotten: logins.is_forgotten(&user.name) });
    let values = users.variables.iter().filter(|_| write_secrets);
    SuiteUsers {
        users: known.collect(),
        values: values.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
    }
}

/// What must not be written.
pub struct Secrets {
    /// By value.
    pub known: Concealer,
    /// Where answers to logins hold tokens: method, path, JSON pointer.
    pub places: Vec<(String, String, String)>,
    /// Anybody logs in at all.
    pub users: bool,
}

impl Secrets {
    /// Those of users and of the tokens that they were given.
    pub fn of(users: &Users, logins: &Logins) -> Self {
        use nearmiss_problem::auth::{Gives, TokenFrom};
        let places = users.list.iter().filter_map(|user| user.login.as_ref()).filter_map(|login| {
            let Gives::Token { from: TokenFrom::Body(pointer), .. } = &login.gives else {
                return None;
            };
            let request = &login.request;
            Some((request.method.clone(), request.path().to_owned(), pointer.clone()))
        });
        Self {
            known: Concealer::recalling(logins.secrets(), logins.given_secrets().clone()),
            places: places.collect(),
            users: !users.list.is_empty(),
        }
    }
}

/// What everybody reached, for the report.
pub fn reported_users(tallies: &[UserTally]) -> Vec<ReportedUser> {
    let reported = tallies.iter().map(|tally| ReportedUser {
        name: tally.user.clone(),
        problem: tally.left_out.clone().or_else(|| tally.unaccepted.then(unaccepted)),
        calls: tally.calls,
        refused: tally.refused.clone(),
        never_called: tally.never_called.clone(),
    });
    reported.collect()
}

fn unaccepted() -> String {
    "token: not accepted by any operation that asks for one".to_owned()
}

/// What the search could not reach because of who could not log in, or was not let in.
pub fn unreached(tallies: &[UserTally]) -> Warnings {
    let mut warnings = Warnings::new();
    for tally in tallies {
        let Some(name) = &tally.user else { continue };
        if tally.left_out.is_none() && !tally.unaccepted {
            continue;
        }
        if tally.unaccepted {
            warnings.push((
                "auth",
                format!(
                    "user `{name}`: token: the login succeeded, but what it gave is answered 401 wherever \
                     a login is asked for; it may have expired, or go elsewhere than it is sent"
                ),
            ));
        }
        let lists = [
            ("answered only 401 or 403", &tally.refused),
            ("never called as this user", &tally.never_called),
        ];
        let said = lists.into_iter().filter(|(_, names)| !names.is_empty()).map(|(what, names)| {
            let most = names.iter().take(MOST_NAMED).map(String::as_str).collect::<Vec<_>>();
            let more = names.len().saturating_sub(MOST_NAMED);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            format!("{what}: {}{more}", most.join(", "))
        });
        let said = said.collect::<Vec<_>>().join("; ");
        if !said.is_empty() {
            warnings.push(("auth", format!("user `{name}`: not reached: {said}")));
        }
    }
    warnings
}
