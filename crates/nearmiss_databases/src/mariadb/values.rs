//! Values of rows as MariaDB reads them, and as it is to answer them.

use serde_json::Value;

use super::client::literal;
use super::users::quoted_name;

/// A column, as far as its values are concerned.
#[derive(Debug)]
pub(super) struct Column {
    pub name: String,
    /// Base name of its type.
    pub kind: String,
}

impl Column {
    fn is_binary(&self) -> bool {
        self.kind.ends_with("blob") || self.kind.ends_with("binary")
    }

    fn is_geometry(&self) -> bool {
        ["geometry", "point", "linestring", "polygon", "multipoint", "geomcollection"]
            .contains(&self.kind.as_str())
            || self.kind.starts_with("multi")
            || self.kind == "geometrycollection"
    }

    fn is_moment(&self) -> bool {
        ["date", "datetime", "timestamp"].contains(&self.kind.as_str())
    }

    /// Answers an expression of its value that JSON can hold, of a row that is called `of`.
    pub fn told(&self, of: &str) -> String {
        let name = format!("{of}{}", quoted_name(&self.name));
        if self.is_binary() {
            // As PostgreSQL shows them; how a `\` is written depends on `sql_mode`.
            return format!(
                "CONCAT(CHAR(92 USING utf8mb4), 'x', LOWER(CONVERT(HEX({name}) USING utf8mb4)))"
            );
        }
        if self.is_geometry() {
            return format!("CONVERT(ST_AsText({name}) USING utf8mb4)");
        }
        if self.kind == "bit" { format!("{name} + 0") } else { name }
    }

    /// Answers a value as a statement has it, whatever `sql_mode` is.
    pub fn given(&self, value: &Value) -> String {
        match value {
            Value::Null => "NULL".to_owned(),
            Value::Bool(is_true) => if *is_true { "1" } else { "0" }.to_owned(),
            Value::Number(number) => number.to_string(),
            Value::String(text) => self.text(text),
            Value::Array(items) if self.kind == "set" => {
                let words: Option<Vec<&str>> = items.iter().map(Value::as_str).collect();
                words.map_or_else(|| literal(&value.to_string()), |words| literal(&words.join(",")))
            }
            Value::Array(_) | Value::Object(_) => literal(&value.to_string()),
        }
    }

    fn text(&self, text: &str) -> String {
        let is_hex = |digits: &&str| {
            digits.len().is_multiple_of(2) && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
        };
        if self.is_binary() {
            let digits = text.strip_prefix("\\x").filter(is_hex).map(str::to_owned);
            let own = || text.bytes().map(|byte| format!("{byte:02X}")).collect();
            return format!("X'{}'", digits.unwrap_or_else(own));
        }
        if self.is_geometry() {
            return format!("ST_GeomFromText({})", literal(text));
        }
        if self.kind == "bit" && !text.is_empty() && text.bytes().all(|byte| b"01".contains(&byte))
        {
            return format!("b'{text}'");
        }
        let is_iso = text.len() > 18 && text.as_bytes()[10] == b'T' && text.ends_with('Z');
        if self.is_moment() && is_iso {
            return literal(&text.replacen('T', " ", 1).replace('Z', ""));
        }
        literal(text)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_are_written_for_their_columns() {
        let given = |kind: &str, value: Value| {
            Column { name: "a`".to_owned(), kind: kind.to_owned() }.given(&value)
        };
        assert_eq!(given("blob", json!("\\x00fF")), "X'00fF'");
        assert_eq!(given("varbinary", json!("\\x0")), "X'5C7830'");
        assert_eq!(given("text", json!("\\x00")), "_utf8mb4 X'5C783030'");
        assert_eq!(given("datetime", json!("2024-02-29T12:00:00.5Z")), "'2024-02-29 12:00:00.5'");
        assert_eq!(given("varchar", json!("2024-02-29T12:00:00Z")), "'2024-02-29T12:00:00Z'");
        assert_eq!(given("bit", json!("101")), "b'101'");
        assert_eq!(given("set", json!(["x", "y"])), "_utf8mb4 X'782C79'");
        assert_eq!(given("json", json!([1])), "_utf8mb4 X'5B315D'");
        assert_eq!(given("tinyint", json!(true)), "1");
        assert_eq!(given("double", json!(1e300)), "1e+300");
    }
}
