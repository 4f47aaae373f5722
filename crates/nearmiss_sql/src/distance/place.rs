//! The database that a query is asked of.

use sqlparser::tokenizer::Token;

use crate::asked::Asked;
use crate::schema::Schema;
use crate::tokens::tokens_of;

/// Words behind which the name of a table stands.
const BEFORE_TABLES: [&str; 4] = ["from", "join", "update", "using"];

/// Answers the name of the database whose tables a query names. `None`: it names none that is known.
#[must_use]
pub fn database_of<'s>(schema: &'s Schema, asked: &Asked<'_>) -> Option<&'s str> {
    let tokens = tokens_of(asked.dialect, asked.text)?;
    let mut is_next = false;
    let mut names: Vec<&str> = Vec::new();
    for token in &tokens {
        match &token.token {
            Token::Word(word) if is_next => names.push(&word.value),
            Token::Period if !names.is_empty() => {
                is_next = true;
                continue;
            }
            Token::Word(word) => {
                let word = word.value.to_ascii_lowercase();
                is_next = BEFORE_TABLES.contains(&word.as_str());
                continue;
            }
            _ => {}
        }
        if !is_next {
            if let Some(found) = schema.find(&names) {
                return Some(&schema.tables[found].database);
            }
            names.clear();
        }
        is_next = false;
    }
    schema.find(&names).map(|found| schema.tables[found].database.as_str())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::asked::Dialect;

    #[test]
    fn is_the_one_of_its_tables() {
        let tables = json!([
            {"database": "a", "schema": "public", "name": "users"},
            {"database": "b", "schema": "sales", "name": "orders"},
        ]);
        let schema = Schema { tables: serde_json::from_value(tables).unwrap() };
        let found =
            |text| database_of(&schema, &Asked { dialect: Dialect::Postgres, text, values: &[] });
        assert_eq!(found("SELECT * FROM users"), Some("a"));
        assert_eq!(
            found("select 1 from (select 1 from sales.\"orders\" o where 1 = 1) q"),
            Some("b")
        );
        assert_eq!(found("UPDATE orders SET x = 1 WHERE y = 2"), Some("b"));
        assert_eq!(found("SELECT 1 FROM others"), None);
    }
}
