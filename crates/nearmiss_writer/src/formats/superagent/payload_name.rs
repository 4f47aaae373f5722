//! Names of the functions that make large bodies.

use nearmiss_problem::Call;

use super::words::{camel_case, capital, singular, small};

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
