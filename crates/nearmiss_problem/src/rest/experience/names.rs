//! Names of fields and resources, made comparable: `product_id`, `productId` and the `id` of a product
//! are one name.

use nearmiss_search::letters_and_digits;

/// Fields that hold what a record is about rather than a record of their own.
const WRAPPERS: &[&str] = &[
    "data", "items", "results", "result", "rows", "content", "list", "records", "entries",
    "payload", "docs", "value", "values",
];
/// Endings of names of fields that hold the id of something.
const ID_ENDINGS: &[&str] = &["uuid", "guid", "ids", "id", "ref", "key"];

/// `categories` is many a `category`; letters and digits in lower case.
pub(in crate::rest) fn singular(word: &str) -> String {
    let word = letters_and_digits(word);
    if let Some(stem) = word.strip_suffix("ies") {
        return format!("{stem}y");
    }
    for ending in ["sses", "xes", "ches", "shes"] {
        if word.ends_with(ending) {
            return word[..word.len() - 2].to_owned();
        }
    }
    match word.strip_suffix('s') {
        Some(stem) if !stem.ends_with('s') && !stem.is_empty() => stem.to_owned(),
        _ => word,
    }
}

/// The resource that a path is about: its last segment that is no parameter (`/users/{id}` is about
/// a `user`).
pub(in crate::rest) fn resource_of_path(path: &str) -> String {
    let path = path.split('?').next().unwrap_or_default();
    let named = path.split('/').rfind(|segment| !segment.is_empty() && !segment.contains('{'));
    singular(named.unwrap_or_default())
}

/// What a field inside a record of `resource` that is called `name` is about.
pub(in crate::rest) fn resource_of_field(name: &str, resource: &str) -> String {
    let name = letters_and_digits(name);
    if WRAPPERS.contains(&name.as_str()) { resource.to_owned() } else { singular(&name) }
}

/// The name of a field of a record of `resource`, as fields are compared: of an id the resource that it
/// is of and `id`; `None` where there is no name.
pub(in crate::rest) fn field_key(name: &str, resource: &str) -> Option<String> {
    let plain = letters_and_digits(name);
    if plain.is_empty() {
        return None;
    }
    Some(match id_stem(name) {
        Some(stem) if stem.is_empty() => format!("{resource}.id"),
        Some(stem) => format!("{stem}.id"),
        None => plain,
    })
}

/// Of the name of an id what it is the id of, `` for an id that says nothing; `None` for other names.
pub(in crate::rest) fn id_stem(name: &str) -> Option<String> {
    let plain = letters_and_digits(name);
    if ID_ENDINGS.contains(&plain.as_str()) {
        return Some(String::new());
    }
    let ending = ID_ENDINGS.iter().find(|ending| plain.ends_with(**ending))?;
    // `paid`, `valid` and `monkey` end so, too: the ending is a word of its own.
    let last = words(name).pop()?;
    (last == *ending).then(|| singular(&plain[..plain.len() - ending.len()]))
}

/// The words of a name in lower case: `shippingAddressId` has three.
pub(in crate::rest) fn words(name: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut after_lower = false;
    let mut open = false;
    for letter in name.chars() {
        if !letter.is_ascii_alphanumeric() {
            open = false;
            continue;
        }
        if !open || (after_lower && letter.is_ascii_uppercase()) {
            found.push(String::new());
            open = true;
        }
        after_lower = !letter.is_ascii_uppercase();
        if let Some(word) = found.last_mut() {
            word.push(letter.to_ascii_lowercase());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_known_by_what_they_are_of() {
        let keys = [
            ("id", "product", "product.id"),
            ("_id", "product", "product.id"),
            ("productId", "order", "product.id"),
            ("product_id", "order", "product.id"),
            ("categoryIds", "order", "category.id"),
            ("paid", "order", "paid"),
            ("monkey", "zoo", "monkey"),
            ("Name", "order", "name"),
        ];
        for (name, resource, key) in keys {
            assert_eq!(field_key(name, resource).as_deref(), Some(key), "{name}");
        }
        assert_eq!(field_key("--", "x"), None);
        assert_eq!(words("shippingAddressID"), ["shipping", "address", "id"]);
    }

    #[test]
    fn paths_are_about_their_last_name() {
        assert_eq!(resource_of_path("/v1/users/{id}"), "user");
        assert_eq!(resource_of_path("/users/{id}/order-lines?x=1"), "orderline");
        assert_eq!(resource_of_path("/"), "");
        assert_eq!(resource_of_field("data", "user"), "user");
        assert_eq!(resource_of_field("owner", "user"), "owner");
    }
}
