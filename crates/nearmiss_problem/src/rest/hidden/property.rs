//! Fields of fields: a tainted text of which a property is read.

use serde_json::Value;

use crate::rest::model::Model;
use crate::{Call, Part};
use crate::{InputPlace, ReadInput};

/// The input that a property of the text with this taint is, if the text is a field of the body that
/// nobody described.
pub(in crate::rest) fn property_of(
    model: &Model,
    call: &Call,
    taint: u32,
    name: &str,
) -> Option<ReadInput> {
    let operation = &model.operations[model.find(&call.operation)?];
    let [Part::Text(text)] = call.http().body.as_ref()?.text.as_slice() else { return None };
    let body: Value = serde_json::from_str(text).ok()?;
    let marker = format!("_EM_{taint}_XYZ_");
    let field = operation.body_fields.iter().find(|field| {
        let names = field.path.iter().map(|name| if name == "-" { "0" } else { name });
        let pointer: String = names.map(|name| format!("/{}", escaped(name))).collect();
        body.pointer(&pointer).and_then(Value::as_str) == Some(&marker)
    })?;
    let path: String = field.path.iter().map(|name| format!("/{}", escaped(name))).collect();
    Some(ReadInput { place: InputPlace::Body, name: format!("{path}/{}", escaped(name)) })
}

fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
