//! Rows that are planned for queries. That they make a real server find something is tried in `tests/databases`.

use nearmiss_sql::{Asked, Dialect, Plan, Schema, Wanted, plan};
use serde_json::{Value, json};

fn schema() -> Schema {
    let id = json!({"name": "id", "type": "integer", "filled": "serial"});
    let tables = json!([
        {"database": "shop", "schema": "public", "name": "users", "primaryKey": ["id"], "uniques": [["email"]],
         "columns": [id, {"name": "email", "type": "text"}, {"name": "tier", "type": "enum", "values": ["free", "gold"], "default": "'free'"},
                     {"name": "parent_id", "type": "integer", "nullable": true}, {"name": "tags", "type": "text", "array": true, "nullable": true},
                     {"name": "meta", "type": "jsonb", "nullable": true}, {"name": "until", "type": "timestamp with time zone", "nullable": true}],
         "foreignKeys": [{"columns": ["parent_id"], "schema": "public", "table": "users", "references": ["id"]}]},
        {"database": "shop", "schema": "public", "name": "products", "primaryKey": ["id"],
         "columns": [id, {"name": "price", "type": "numeric", "scale": 2}, {"name": "stock", "type": "integer"}, {"name": "name", "type": "character varying", "length": 30}],
         "checks": ["((price > (0)::numeric))"]},
        {"database": "shop", "schema": "public", "name": "orders", "primaryKey": ["id"],
         "columns": [id, {"name": "user_id", "type": "integer"}, {"name": "state", "type": "text", "default": "'draft'"}],
         "checks": ["((state = ANY (ARRAY['draft'::text, 'placed'::text])))"],
         "foreignKeys": [{"columns": ["user_id"], "schema": "public", "table": "users", "references": ["id"]}]},
        {"database": "shop", "schema": "public", "name": "items", "primaryKey": ["order_id", "product_id"],
         "columns": [{"name": "order_id", "type": "integer"}, {"name": "product_id", "type": "integer"}, {"name": "quantity", "type": "integer"}],
         "foreignKeys": [{"columns": ["order_id"], "schema": "public", "table": "orders", "references": ["id"]},
                         {"columns": ["product_id"], "schema": "public", "table": "products", "references": ["id"]}]},
        {"database": "shop", "schema": "public", "name": "rooms", "primaryKey": ["id"],
         "columns": [id, {"name": "opens", "type": "time without time zone"}, {"name": "closes", "type": "time without time zone"},
                     {"name": "code", "type": "character", "length": 2}]},
    ]);
    Schema { tables: serde_json::from_value(tables).unwrap() }
}

/// Plans in words: `users(email=x) orders(user_id=0.id)`.
fn plans(text: &str, values: &[Value]) -> Vec<String> {
    let schema = schema();
    let asked = Asked { dialect: Dialect::Postgres, text, values };
    plan(&schema, &asked).iter().map(|plan| in_words(plan, &schema)).collect()
}

fn in_words(plan: &Plan, schema: &Schema) -> String {
    let rows = plan.rows.iter().map(|row| {
        let table = &schema.tables[row.table];
        let columns = row.columns.iter().map(|(column, wanted)| {
            let wanted = match wanted {
                Wanted::Value(value) => value.to_string().replace('"', ""),
                Wanted::Pattern(regex) => format!("/{regex}/"),
                Wanted::Free => "*".to_owned(),
                Wanted::Same { row, column } => {
                    let other = &schema.tables[plan.rows[*row].table];
                    format!("{row}.{}", other.columns[*column].name)
                }
            };
            format!("{}={wanted}", table.columns[column.to_owned()].name)
        });
        format!("{}({})", table.name, columns.collect::<Vec<String>>().join(" "))
    });
    rows.collect::<Vec<String>>().join(" ")
}

fn first(text: &str, values: &[Value]) -> String {
    plans(text, values).into_iter().next().unwrap_or_default()
}

#[test]
fn equalities_are_solved() {
    assert_eq!(
        first("SELECT * FROM users WHERE email = $1", &[json!("a@b.c")]),
        "users(email=a@b.c)"
    );
    assert_eq!(
        first("select u.id from \"users\" u where u.id = $1 and lower(email) = 'x'", &[json!("7")]),
        "users(id=7 email=x)"
    );
    assert_eq!(
        first("SELECT 1 FROM users WHERE $1 = email OR id = 3", &[json!("x")]),
        "users(email=x)"
    );
    assert_eq!(plans("SELECT 1 FROM users WHERE email = 'x' OR id = 3", &[])[1], "users(id=3)");
    assert_eq!(
        first("SELECT 1 FROM users WHERE (id, email) = (4, 'x')", &[]),
        "users(id=4 email=x)"
    );
}

#[test]
fn rows_agree_across_tables() {
    let text = "SELECT o.id FROM orders o JOIN users u ON u.id = o.user_id JOIN items i ON i.order_id = o.id \
                JOIN products p ON p.id = i.product_id WHERE u.tier = 'gold' AND p.price > 100 AND o.id = $1";
    assert_eq!(
        first(text, &[json!(5)]),
        "users(tier=gold) orders(id=5 user_id=0.id) products(price=101) items(order_id=1.id product_id=2.id)"
    );
}

#[test]
fn parents_are_added() {
    assert_eq!(
        first("SELECT * FROM items", &[]),
        "products(price=*) users() orders(user_id=1.id) items(order_id=2.id product_id=0.id)"
    );
    assert_eq!(
        first("SELECT * FROM orders WHERE user_id = 9", &[]),
        "users(id=9) orders(user_id=0.id)"
    );
    assert_eq!(
        first("SELECT * FROM users c JOIN users p ON p.id = c.parent_id", &[]),
        "users() users(parent_id=0.id)"
    );
}

#[test]
fn bounds_lists_and_patterns_are_kept() {
    assert_eq!(
        first("SELECT 1 FROM products WHERE stock BETWEEN 3 AND 7 AND stock <> 3", &[]),
        "products(price=* stock=4)"
    );
    assert_eq!(first("SELECT 1 FROM products WHERE price * 2 < 9", &[]), "products(price=1)");
    assert_eq!(
        first("SELECT 1 FROM products WHERE name LIKE '%bolt_'", &[]),
        "products(price=* name=bolta)"
    );
    assert_eq!(
        first("SELECT 1 FROM products WHERE name ~ '^[a-z]+$'", &[]),
        "products(price=* name=/^[a-z]+$/)"
    );
    assert_eq!(
        first("SELECT 1 FROM products WHERE length(name) > 4", &[]),
        "products(price=* name=aaaaa)"
    );
    assert_eq!(first("SELECT 1 FROM users WHERE tier IN ('gold', 'x')", &[]), "users(tier=gold)");
    assert_eq!(first("SELECT 1 FROM users WHERE id = ANY($1)", &[json!([4, 5])]), "users(id=4)");
    assert_eq!(first("SELECT 1 FROM users WHERE tags @> ARRAY['a']", &[]), "users(tags=[a])");
    assert_eq!(
        first("SELECT 1 FROM users WHERE meta->>'plan' = 'pro'", &[]),
        "users(meta={plan:pro})"
    );
    assert_eq!(
        first("SELECT 1 FROM users WHERE until > now() - interval '1 day'", &[]),
        "users(until=2999-12-31)"
    );
    assert_eq!(first("SELECT 1 FROM users WHERE until IS NULL", &[]), "users(until=null)");
}

#[test]
fn values_are_of_their_types() {
    assert_eq!(
        first("SELECT 1 FROM rooms WHERE opens <= '09:30' AND closes > '17:00'", &[]),
        "rooms(opens=09:30:00 closes=17:01:00)"
    );
    assert_eq!(
        first("SELECT 1 FROM rooms WHERE closes > opens", &[]),
        "rooms(opens=12:00 closes=12:01:00)"
    );
    assert_eq!(first("SELECT 1 FROM users WHERE tier <> 'free'", &[]), "users(tier=gold)");
    assert_eq!(first("SELECT 1 FROM rooms WHERE code LIKE 'ABC%'", &[]), "");
}

#[test]
fn queries_in_queries_are_read() {
    assert_eq!(
        first(
            "SELECT 1 FROM users u WHERE EXISTS (SELECT 1 FROM orders o WHERE o.user_id = u.id AND o.state = 'placed')",
            &[]
        ),
        "users() orders(user_id=0.id state=placed)"
    );
    assert_eq!(
        first(
            "WITH big AS (SELECT * FROM products WHERE price > 5) SELECT * FROM big WHERE stock = 2",
            &[]
        ),
        "products(price=6 stock=2)"
    );
    assert_eq!(
        first("SELECT EXISTS(SELECT 1 FROM users WHERE email = $1)", &[json!("x")]),
        "users(email=x)"
    );
    assert_eq!(
        first("SELECT 1 FROM users WHERE id NOT IN (SELECT user_id FROM orders)", &[]),
        "users()"
    );
}

#[test]
fn several_rows_are_counted() {
    let text = "SELECT user_id FROM orders GROUP BY user_id HAVING count(*) >= 2";
    assert_eq!(first(text, &[]), "users() orders(user_id=0.id) orders(user_id=0.id)");
}

#[test]
fn the_other_side_of_an_outer_join_is_there_or_not() {
    let text = "SELECT * FROM users u LEFT JOIN orders o ON o.user_id = u.id";
    assert_eq!(plans(text, &[]), ["users()", "users() orders(user_id=0.id)"]);
    let text = "SELECT * FROM users u LEFT JOIN orders o ON o.user_id = u.id WHERE o.id IS NULL";
    assert_eq!(plans(text, &[]), ["users()"]);
}

#[test]
fn checks_are_kept() {
    assert_eq!(
        first("SELECT * FROM orders WHERE state <> 'draft'", &[]),
        "users() orders(user_id=0.id state=placed)"
    );
    assert_eq!(plans("SELECT * FROM orders WHERE state = 'none'", &[]), Vec::<String>::new());
    assert_eq!(first("SELECT * FROM products WHERE price < 3", &[]), "products(price=1)");
}

#[test]
fn changes_are_queries() {
    assert_eq!(
        first("UPDATE orders SET state = 'placed' WHERE id = $1 AND state = 'draft'", &[json!(3)]),
        "users() orders(id=3 user_id=0.id state=draft)"
    );
    assert_eq!(first("DELETE FROM users WHERE id = $1", &[json!(3)]), "users(id=3)");
    assert_eq!(plans("INSERT INTO users (email) VALUES ('x')", &[]), Vec::<String>::new());
}
