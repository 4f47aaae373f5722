//! Names of the functions that make large bodies.

use nearmiss_problem::Call;

/// `newBook` of `POST /books`, `updatedBook` of `PUT /books/{id}`, `bookPatch`, `bookBody`.
pub(super) fn payload_name(call: &Call) -> String {
    let path = call.operation.path();
    let words = path.split('/').filter(|segment| !segment.starts_with('{')).rev();
    let noun = words.map(camel_case).find(|word| !word.is_empty());
    let noun = singular(noun.as_deref().unwrap_or("payload"));
    match call.http().method.as_str() {
        "POST" => format!("new{}", capital(&noun)),
        "PUT" => format!("updated{}", capital(&noun)),
        "PATCH" => format!("{}Patch", small(&noun)),
        _ => format!("{}Body", small(&noun)),
    }
}

/// `order-items` as `orderItems`; what cannot stand in an identifier is left out, and so are digits at
/// the beginning.
fn camel_case(segment: &str) -> String {
    let words = segment.split(|letter: char| !letter.is_ascii_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    let joined: String = words
        .enumerate()
        .map(|(index, word)| if index == 0 { word.to_owned() } else { capital(word) })
        .collect();
    joined.trim_start_matches(|letter: char| letter.is_ascii_digit()).to_owned()
}

/// The usual endings of English.
fn singular(noun: &str) -> String {
    let cut = |letters: usize| noun[..noun.len() - letters].to_owned();
    let ends = |ending: &str| noun.ends_with(ending) && noun.len() > ending.len() + 1;
    if ends("ies") {
        return cut(3) + "y";
    }
    if ["sses", "xes", "ches", "shes"].iter().any(|ending| ends(ending)) {
        return cut(2);
    }
    let kept = ["ss", "us", "is"].iter().any(|ending| ends(ending));
    if ends("s") && !kept { cut(1) } else { noun.to_owned() }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

fn small(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_ascii_lowercase()).into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use nearmiss_problem::{HttpRequest, OperationName, Request};

    use super::*;

    #[test]
    fn names_come_from_operations() {
        for (operation, name) in [
            ("POST:/books", "newBook"),
            ("PUT:/books/{id}", "updatedBook"),
            ("PATCH:/users/{id}/order-items/{item}", "orderItemPatch"),
            ("DELETE:/api/v1/Categories/{id}", "categoryBody"),
            ("POST:/", "newPayload"),
            ("POST:/{x}/2024", "newPayload"),
            ("POST:/boxes", "newBox"),
            ("POST:/status", "newStatus"),
            ("POST:/é", "newPayload"),
        ] {
            let call = Call {
                operation: operation.into(),
                user: None,
                request: Request::Http(HttpRequest {
                    method: OperationName::parts_of(operation).0.to_owned(),
                    target: Vec::new(),
                    headers: Vec::new(),
                    body: None,
                }),
            };
            assert_eq!(payload_name(&call), name);
        }
    }
}
