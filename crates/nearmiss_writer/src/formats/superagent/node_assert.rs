//! Assertions of `node:assert`, for runners that bring none. What that lacks in all versions of Node
//! stands in `support/matches.cjs`.

use super::assertion::{Assertions, Claim, Matcher};
use crate::js_text::literal;

/// `assert.equal(...)` in strict mode.
pub(crate) struct NodeAssert;

impl Assertions for NodeAssert {
    fn claim(&self, claim: Claim, subject: &str) -> (String, &'static str) {
        let open = match claim {
            Claim::Is => format!("assert.equal({subject}, "),
            Claim::IsNull => format!("assert.equal({subject}, null"),
            Claim::HasLength => format!("assert.equal({subject}.length, "),
            Claim::Equals => format!("assert.deepEqual({subject}, "),
            Claim::EqualsBut => format!("assertFits({subject}, "),
            Claim::Fits | Claim::Holds => format!("assertMatches({subject}, "),
        };
        (open, ");")
    }

    fn function(&self, claim: Claim) -> Option<&'static str> {
        match claim {
            Claim::EqualsBut => Some("assertFits"),
            Claim::Fits | Claim::Holds => Some("assertMatches"),
            Claim::Is | Claim::IsNull | Claim::HasLength | Claim::Equals => None,
        }
    }

    fn matcher(&self, matcher: Matcher<'_>) -> (String, Option<&'static str>) {
        match matcher {
            Matcher::Anything => ("anything".to_owned(), Some("anything")),
            Matcher::AnyText => ("anyText".to_owned(), Some("anyText")),
            Matcher::AnyNumber => ("anyNumber".to_owned(), Some("anyNumber")),
            Matcher::TextWith(text) => (format!("textWith({})", literal(text)), Some("textWith")),
        }
    }
}
