//! Fields that no schema describes, put into the body.

use nearmiss_search::GeneValue;

use crate::rest::operation::BodyField;

/// The segment of a path that stands for each item of a list.
const EACH: &str = "-";

/// The body with all fields that are sent; `None` if there are none. What is described stays: a field
/// goes beside it, or in the place of a value that can hold none.
pub(super) fn with_fields(
    described: &GeneValue,
    fields: &[BodyField],
    values: &[GeneValue],
) -> Option<GeneValue> {
    let mut whole: Option<GeneValue> = None;
    for field in fields {
        let value = values.get(field.parameter).unwrap_or(&GeneValue::Absent);
        if *value != GeneValue::Absent {
            put(whole.get_or_insert_with(|| described.clone()), &field.path, value);
        }
    }
    whole
}

fn put(into: &mut GeneValue, path: &[String], value: &GeneValue) {
    let Some((name, rest)) = path.split_first() else {
        // A field of this field is there: that says more than a value of no known kind.
        let holds = matches!(into, GeneValue::Record(fields) if !fields.is_empty());
        if !holds && !matches!(into, GeneValue::List(items) if !items.is_empty()) {
            *into = value.clone();
        }
        return;
    };
    if name == EACH {
        if !matches!(into, GeneValue::List(_)) {
            *into = GeneValue::List(Vec::new());
        }
        if let GeneValue::List(items) = into {
            if items.is_empty() {
                items.push(GeneValue::Absent);
            }
            items.iter_mut().for_each(|item| put(item, rest, value));
        }
        return;
    }
    if !matches!(into, GeneValue::Record(_)) {
        *into = GeneValue::Record(Vec::new());
    }
    let GeneValue::Record(fields) = into else { return };
    match fields.iter_mut().find(|(known, _)| known == name) {
        Some((_, inner)) => put(inner, rest, value),
        None => {
            let mut inner = GeneValue::Absent;
            put(&mut inner, rest, value);
            fields.push((name.clone(), inner));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(parameter: usize, path: &str) -> BodyField {
        BodyField { parameter, path: path.split('/').map(str::to_owned).collect() }
    }

    #[test]
    fn fields_go_beside_what_is_described() {
        let fields = [field(0, "a"), field(1, "b"), field(2, "b/c"), field(3, "d/-/e")];
        let text = GeneValue::text;
        let values = [text("1"), text("gone"), text("3"), text("4")];
        let described = GeneValue::Record(vec![("x".to_owned(), GeneValue::Null)]);
        let record = |fields: &[(&str, GeneValue)]| {
            GeneValue::Record(
                fields.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect(),
            )
        };
        let expected = record(&[
            ("x", GeneValue::Null),
            ("a", text("1")),
            ("b", record(&[("c", text("3"))])),
            ("d", GeneValue::List(vec![record(&[("e", text("4"))])])),
        ]);
        assert_eq!(with_fields(&described, &fields, &values), Some(expected));
        assert_eq!(with_fields(&described, &fields, &[]), None);
        // A body that was not sent is made.
        let made = with_fields(&GeneValue::Absent, &fields[..1], &values);
        assert_eq!(made, Some(record(&[("a", text("1"))])));
    }
}
