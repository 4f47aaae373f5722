//! Prints the rows that are planned for a query: `plan TABLES.json DIALECT QUERY [VALUES]`, the tables as homes tell them.

use nearmiss_sql::{Asked, Dialect, Schema, plan};

#[expect(clippy::print_stdout, reason = "printing is what this program is for")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [tables, dialect, text, values @ ..] = &arguments[..] else {
        return Err("plan TABLES.json DIALECT QUERY [VALUES]".into());
    };
    let schema = Schema { tables: serde_json::from_str(&std::fs::read_to_string(tables)?)? };
    let dialect = Dialect::named(dialect).ok_or("no such dialect")?;
    let values: Vec<serde_json::Value> = values.iter().map(|value| value.as_str().into()).collect();
    for plan in plan(&schema, &Asked { dialect, text, values: &values }) {
        println!("{} conditions passed over", plan.opaque);
        for row in &plan.rows {
            let table = &schema.tables[row.table];
            let columns = row.columns.iter();
            let named = columns.map(|(at, wanted)| format!("{}: {wanted:?}", table.columns[*at].name));
            println!("  {} {{ {} }}", table.name, named.collect::<Vec<String>>().join(", "));
        }
    }
    Ok(())
}
