//! Who can log in today, and what their secrets are: what stored tests need of that.

use std::borrow::Cow;

use nearmiss_problem::Problem;
use nearmiss_problem::auth::Concealer;
use nearmiss_runner::LaneLogins;

use super::document::StoredTest;
use super::secrets;

/// Users and secrets as they are at one moment.
#[derive(Debug)]
pub struct Today<'a> {
    problem: &'a dyn Problem,
    logins: LaneLogins,
    secrets: Concealer,
    /// Tokens that there were when the secrets were asked for.
    tokens: usize,
}

impl<'a> Today<'a> {
    /// Those of these logins to a problem.
    #[must_use]
    pub fn of(problem: &'a dyn Problem, logins: LaneLogins) -> Self {
        let tokens = logins.tokens();
        let secrets = Concealer::new(logins.together().secrets());
        Self { problem, logins, secrets, tokens }
    }

    /// Takes in tokens that were given meanwhile.
    pub fn renew(&mut self) {
        if self.logins.tokens() != self.tokens {
            *self = Self::of(self.problem, self.logins.clone());
        }
    }

    /// Whether a text holds a secret.
    #[must_use]
    pub fn is_secret(&self, text: &str) -> bool {
        self.secrets.is_in(text)
    }

    /// A text without the secrets in it.
    #[must_use]
    pub fn mask<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.secrets.mask(text)
    }

    /// A test as it is stored; `None` if it holds a secret that no expression can stand for.
    #[must_use]
    pub fn conceal(&self, test: &StoredTest) -> Option<StoredTest> {
        secrets::conceal(test, &self.secrets)
    }

    /// A stored test with the secrets of today.
    #[must_use]
    pub fn reveal(&self, test: &StoredTest) -> StoredTest {
        secrets::reveal(test, &self.secrets)
    }

    /// Who or what a stored test needs and is not there today. Without it the test would show something
    /// else, so it is no use to run it, and no reason to forget it.
    #[must_use]
    pub fn lacks(&self, test: &StoredTest) -> Option<String> {
        let mut callers = test.calls.iter().filter_map(|call| call.user.as_ref());
        if let Some(name) = callers.find(|name| !self.problem.may_call(name)) {
            let why =
                if self.problem.users().contains(name) { "cannot log in" } else { "is not given" };
            return Some(format!("user `{name}`, who {why}"));
        }
        let mut named = secrets::named(test).into_iter();
        let (user, slot) = named.find(|(user, slot)| self.secrets.value(user, slot).is_none())?;
        Some(match user.as_str() {
            "" => format!("the secret {slot}, which is not given"),
            user => format!("a {slot} of user `{user}`, who is not logged in"),
        })
    }
}
