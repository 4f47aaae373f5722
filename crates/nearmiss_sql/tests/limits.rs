//! What checks say of one column by itself.

use nearmiss_sql::{Schema, limits};
use serde_json::json;

#[test]
fn checks_of_one_column_are_its_limits() {
    let table = json!({"name": "orders", "columns": [
        {"name": "state", "type": "text"}, {"name": "price", "type": "numeric", "scale": 2},
        {"name": "number", "type": "integer"}, {"name": "code", "type": "character", "length": 4},
    ], "checks": [
        "((state = ANY (ARRAY['draft'::text, 'placed'::text])))", "((price > (0)::numeric))",
        "(number BETWEEN 1 AND 99)", "((code ~ '^[A-Z]{4}$'::text))", "(state = 'draft' OR number > 5)",
    ]});
    let schema = Schema { tables: vec![serde_json::from_value(table).unwrap()] };
    let found = limits(&schema, 0);
    assert_eq!(found[&0].among, Some(vec![json!("draft"), json!("placed")]));
    assert_eq!((found[&1].least, found[&1].most), (Some(0.01), None));
    assert_eq!((found[&2].least, found[&2].most), (Some(1.0), Some(99.0)));
    assert_eq!(found[&3].pattern.as_deref(), Some("^[A-Z]{4}$"));
}
