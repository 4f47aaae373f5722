//! Calls that are made by others than those who made them first.

use nearmiss_search::{Action, Individual, UserId};

use super::JudgedTest;
use super::made_call::Made;
use super::relations::is_item;
use crate::rest::model::Model;

/// Other users that are tried in the place of one.
const MOST_OTHERS: usize = 2;

/// A few users other than this one.
pub(super) fn others(model: &Model, user: Option<&str>) -> Vec<UserId> {
    let names = model.users.iter().enumerate();
    let others =
        names.filter(|(_, name)| Some(name.as_str()) != user && !model.left_out.contains(*name));
    others
        .take(MOST_OTHERS)
        .filter_map(|(index, _)| Some(UserId(u32::try_from(index).ok()?)))
        .collect()
}

/// The name of a user.
pub(super) fn name_of(model: &Model, user: UserId) -> &str {
    model.users.get(user.0 as usize).map_or("", String::as_str)
}

/// The same call by somebody else.
pub(super) fn by(action: &Action, user: Option<UserId>) -> Action {
    Action { user, ..action.clone() }
}

/// Calls that a user made with success, on a thing that a test shows to be there.
pub(super) fn own_uses<'t, 'a>(test: &'t JudgedTest<'a>) -> impl Iterator<Item = &'t Made<'a>> {
    test.made().iter().filter(|made| {
        made.user().is_some()
            && made.succeeds()
            && !matches!(made.method(), "HEAD" | "OPTIONS" | "TRACE")
    })
}

/// As [`own_uses`], of things that a path names.
pub(super) fn item_uses<'t, 'a>(test: &'t JudgedTest<'a>) -> impl Iterator<Item = &'t Made<'a>> {
    own_uses(test).filter(|made| {
        is_item(made.described)
            || !made.described.pieces.is_empty() && made.described.path.contains('{')
    })
}

/// Whether a user, or nobody, made or used what is at the path of a call before it.
pub(super) fn is_used_before(
    test: &JudgedTest<'_>,
    at: &Made<'_>,
    by_user: impl Fn(&str) -> bool,
) -> bool {
    test.made()[..at.index]
        .iter()
        .any(|made| made.path == at.path && made.succeeds() && made.user().is_some_and(&by_user))
}

/// Whether a logged-in user made what is at the path of a call: its last id is in the answer to a POST of
/// his on the collection above, or a PUT of his made it.
pub(super) fn maker<'t>(test: &'t JudgedTest<'_>, at: &Made<'_>) -> Option<&'t str> {
    test.made()[..at.index].iter().rev().find_map(|made| {
        let user = made.user().filter(|_| made.succeeds())?;
        match made.method() {
            "PUT" if made.path == at.path && made.status == 201 => Some(user),
            "POST" => {
                let below = at.path.strip_prefix(made.path.trim_end_matches('/'))?;
                let id = below.strip_prefix('/')?.split('/').next()?;
                tells(made, id).then_some(user)
            }
            _ => None,
        }
    })
}

/// Tells whether the answer to a creation holds this id.
pub(super) fn tells(made: &Made<'_>, id: &str) -> bool {
    let Some(answer) = made.answer.filter(|_| !id.is_empty()) else { return false };
    let in_location = answer
        .header("location")
        .is_some_and(|place| place.trim_end_matches('/').rsplit('/').next() == Some(id));
    let is_it = |value: &serde_json::Value| match value {
        serde_json::Value::String(text) => text == id,
        serde_json::Value::Number(number) => number.to_string() == id,
        _ => false,
    };
    let body = made.json().and_then(super::difference::record_of);
    in_location || body.is_some_and(|fields| fields.values().any(is_it))
}

/// A value that no thing is called by, in the form of this one.
pub(super) fn nobodys_id(id: &str) -> String {
    if !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit()) {
        return "98765432".to_owned();
    }
    let form = [8, 13, 18, 23];
    let is_uuid = id.len() == 36 && form.iter().all(|at| id.as_bytes()[*at] == b'-');
    if is_uuid {
        return "00000000-0000-4000-8000-000000000000".to_owned();
    }
    let stem: String = id.chars().filter(char::is_ascii_alphanumeric).take(8).collect();
    let is_hex = id.len() == 24 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_hex { "000000000000000000000000".to_owned() } else { format!("{stem}none") }
}

/// A test with more calls behind it.
pub(super) fn with(
    mut individual: Individual,
    more: impl IntoIterator<Item = Action>,
) -> Individual {
    individual.calls.extend(more);
    individual
}
