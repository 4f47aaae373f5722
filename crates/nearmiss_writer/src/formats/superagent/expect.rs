//! Assertions of Jest, which Vitest has too.

use super::assertion::{Assertions, Claim, Matcher};
use super::head::Import;
use crate::js_text::literal;

/// `expect(...)` with Jest's matchers.
pub(crate) struct Expect;

impl Expect {
    /// What a file takes from the package of such a runner. `asserts`: it asserts anything.
    pub(crate) fn imports(package: &'static str, asserts: bool) -> Vec<Import> {
        let mut names = vec!["afterAll", "beforeAll", "beforeEach", "test"];
        if asserts {
            names.insert(3, "expect");
        }
        vec![Import::of(names, package)]
    }
}

impl Assertions for Expect {
    fn claim(&self, claim: Claim, subject: &str) -> (String, &'static str) {
        let matcher = match claim {
            Claim::Is => "toBe",
            Claim::IsNull => "toBeNull",
            Claim::HasLength => "toHaveLength",
            Claim::Equals | Claim::EqualsBut | Claim::Fits => "toEqual",
            Claim::Holds => "toMatchObject",
        };
        (format!("expect({subject}).{matcher}("), ");")
    }

    fn function(&self, _claim: Claim) -> Option<&'static str> {
        None
    }

    fn matcher(&self, matcher: Matcher<'_>) -> (String, Option<&'static str>) {
        let text = match matcher {
            Matcher::Anything => "expect.anything()".to_owned(),
            Matcher::AnyText => "expect.any(String)".to_owned(),
            Matcher::AnyNumber => "expect.any(Number)".to_owned(),
            Matcher::TextWith(text) => format!("expect.stringContaining({})", literal(text)),
        };
        (text, None)
    }
}
