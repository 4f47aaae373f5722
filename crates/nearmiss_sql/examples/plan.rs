//! Prints the rows that are planned for queries: `plan TABLES.json DIALECT`, the tables as homes tell them, and a line
//! of JSON for each query on the standard input, `{"text": "SELECT 1", "values": []}`. Answers a line for each.

use std::io::BufRead;

use nearmiss_sql::{Asked, Dialect, Plan, Schema, Wanted, plan};
use serde::Deserialize;
use serde_json::{Map, Value, json};

#[derive(Deserialize)]
struct Query {
    text: String,
    #[serde(default)]
    values: Vec<Value>,
}

#[expect(clippy::print_stdout, reason = "printing is what this program is for")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [tables, dialect] = &arguments[..] else { return Err("plan TABLES.json DIALECT".into()) };
    let schema = Schema { tables: serde_json::from_str(&std::fs::read_to_string(tables)?)? };
    let dialect = Dialect::named(dialect).ok_or("no such dialect")?;
    for line in std::io::stdin().lock().lines() {
        let query: Query = serde_json::from_str(&line?)?;
        let plans = plan(&schema, &Asked { dialect, text: &query.text, values: &query.values });
        let told = plans.iter().map(|plan| told(&schema, plan));
        println!("{}", told.collect::<Value>());
    }
    Ok(())
}

fn told(schema: &Schema, plan: &Plan) -> Value {
    let rows = plan.rows.iter().map(|row| {
        let table = &schema.tables[row.table];
        let columns = row.columns.iter().map(|(at, wanted)| {
            let wanted = match wanted {
                Wanted::Value(value) => json!({ "value": value }),
                Wanted::Pattern(pattern) => json!({ "pattern": pattern }),
                Wanted::Free => json!({}),
                Wanted::Same { row, column } => {
                    let other = &schema.tables[plan.rows[*row].table].columns[*column];
                    json!({ "row": row, "column": other.name })
                }
            };
            (table.columns[*at].name.clone(), wanted)
        });
        json!({ "table": table.name, "columns": columns.collect::<Map<String, Value>>() })
    });
    json!({ "opaque": plan.opaque, "rows": rows.collect::<Value>() })
}
