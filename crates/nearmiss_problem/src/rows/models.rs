//! What ORMs ask of columns beyond what their database does.

use std::collections::BTreeMap;

use nearmiss_search::gene::Gene;
use nearmiss_search::{Action, GeneSpec, GeneValue};
use nearmiss_sql::Table;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use serde::Deserialize;
use serde_json::Value;

use crate::rest::schema_spec;

/// A model of an ORM, as the API's process tells it; a table may have several.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Model {
    table: String,
    schema: Option<String>,
    columns: Vec<ToldColumn>,
}

#[derive(Clone, Debug, Deserialize)]
struct ToldColumn {
    name: String,
    #[serde(default)]
    required: bool,
    /// A JSON Schema.
    schema: Option<Value>,
}

/// Demand on a column.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct AskedOf {
    /// It is not null.
    pub required: bool,
    /// Its values are such.
    pub spec: Option<GeneSpec>,
}

/// Demands on the columns of a table, by their indexes.
pub(super) type AskedOfTable = BTreeMap<usize, AskedOf>;

/// Answers what models ask of the columns of a table.
pub(super) fn asked_of(table: &Table, models: &[Model]) -> AskedOfTable {
    let mut asked = AskedOfTable::new();
    let is_same = |model: &&Model| {
        let usual =
            |schema: Option<&str>| schema.filter(|name| *name != "public").map(str::to_owned);
        let schemas = (usual(model.schema.as_deref()), usual(table.schema.as_deref()));
        model.table.eq_ignore_ascii_case(&table.name) && schemas.0 == schemas.1
    };
    for told in models.iter().filter(is_same).flat_map(|model| &model.columns) {
        let Some(column) = table.column(&told.name) else { continue };
        let about: &mut AskedOf = asked.entry(column).or_default();
        about.required |= told.required;
        let spec = told.schema.as_ref().and_then(|schema| schema_spec(&schema.to_string()));
        about.spec = about.spec.take().or(spec);
    }
    asked.retain(|column, about| {
        let column = &table.columns[*column];
        about.required &= column.nullable && column.default.is_none() && column.filled.is_none();
        *about != AskedOf::default()
    });
    asked
}

/// Finds a column of a row that is not as models ask for.
pub(super) fn violated(asked: &AskedOfTable, row: &Action) -> Option<usize> {
    let is_violated = |(column, about): &(&usize, &AskedOf)| {
        if row.links.iter().any(|link| link.parameter == **column) {
            return false;
        }
        match row.genes[**column].value() {
            GeneValue::Absent | GeneValue::Null => about.required,
            value => about.spec.as_ref().is_some_and(|spec| !takes(spec, &value)),
        }
    };
    asked.iter().find(is_violated).map(|(column, _)| *column)
}

fn takes(spec: &GeneSpec, value: &GeneValue) -> bool {
    let mut gene = Gene::new(spec, &mut Pcg64Mcg::seed_from_u64(0));
    let real = match value {
        GeneValue::Integer(whole) => Some(GeneValue::Double(*whole as f64)),
        _ => None,
    };
    gene.set_value(value) || real.is_some_and(|real| gene.set_value(&real))
}

/// Keeps a spec of a column, as its database has it, to what models ask for, where both have values in common.
pub(super) fn narrowed(spec: GeneSpec, asked: &GeneSpec) -> GeneSpec {
    match (spec, asked) {
        (GeneSpec::Enum(values), _) => {
            let kept: Vec<GeneValue> =
                values.iter().filter(|value| takes(asked, value)).cloned().collect();
            GeneSpec::Enum(if kept.is_empty() { values } else { kept })
        }
        (GeneSpec::Text { max_len, .. }, GeneSpec::Enum(values)) => {
            let fits = |value: &GeneValue| matches!(value, GeneValue::Text(units) if units.len() <= max_len);
            narrowed_to(values, fits).unwrap_or(GeneSpec::Text { min_len: 0, max_len })
        }
        (spec @ (GeneSpec::Integer { .. } | GeneSpec::Double { .. }), GeneSpec::Enum(values)) => {
            narrowed_to(values, |value| takes(&spec, value)).unwrap_or(spec)
        }
        (GeneSpec::Text { min_len, max_len }, GeneSpec::Text { min_len: least, max_len: most }) => {
            let max_len = max_len.min(*most);
            GeneSpec::Text { min_len: min_len.max(*least).min(max_len), max_len }
        }
        (GeneSpec::Text { max_len, .. }, GeneSpec::Pattern { pattern, min_len, max_len: most }) => {
            let max_len = max_len.min(*most);
            GeneSpec::Pattern { pattern: pattern.clone(), min_len: *min_len, max_len }
        }
        (GeneSpec::Text { .. }, GeneSpec::Format(format)) => GeneSpec::Format(format),
        (GeneSpec::Integer { min, max, multiple_of }, asked) => {
            let (least, most) = bounds(asked);
            let min = least.map_or(min, |least| min.max(least.ceil() as i64));
            let max = most.map_or(max, |most| max.min(most.floor() as i64));
            GeneSpec::Integer { min, max: max.max(min), multiple_of }
        }
        (GeneSpec::Double { min, max, multiple_of }, asked) => {
            let (least, most) = bounds(asked);
            let min = least.map_or(min, |least| min.max(least));
            let max = most.map_or(max, |most| max.min(most)).max(min);
            GeneSpec::Double { min, max, multiple_of }
        }
        (spec, _) => spec,
    }
}

fn narrowed_to(values: &[GeneValue], fits: impl Fn(&GeneValue) -> bool) -> Option<GeneSpec> {
    let kept: Vec<GeneValue> = values.iter().filter(|value| fits(value)).cloned().collect();
    (!kept.is_empty()).then_some(GeneSpec::Enum(kept))
}

fn bounds(asked: &GeneSpec) -> (Option<f64>, Option<f64>) {
    match asked {
        GeneSpec::Integer { min, max, .. } => (Some(*min as f64), Some(*max as f64)),
        GeneSpec::Double { min, max, .. } => (Some(*min), Some(*max)),
        _ => (None, None),
    }
}

#[cfg(test)]
mod tests {
    use nearmiss_search::TemplateId;
    use nearmiss_sql::Column;
    use serde_json::json;

    use super::*;

    fn table() -> Table {
        let column = |name: &str, kind: &str, nullable| Column {
            name: name.to_owned(),
            kind: kind.to_owned(),
            nullable,
            ..Column::default()
        };
        let columns = vec![
            column("state", "text", true),
            column("contact_email", "character varying", true),
            column("stock", "integer", false),
        ];
        let schema = Some("public".to_owned());
        Table { schema, name: "products".to_owned(), columns, ..Table::default() }
    }

    fn models() -> Vec<Model> {
        let told = json!([
            { "table": "products", "columns": [
                { "name": "state", "required": false, "schema": { "enum": ["draft", "live"] } },
                { "name": "contact_email", "required": true, "schema": { "type": "string", "format": "email" } },
                { "name": "nowhere", "required": true },
            ] },
            { "table": "Products", "schema": "public", "columns": [
                { "name": "stock", "required": true, "schema": { "type": "number", "minimum": 0, "maximum": 50 } },
            ] },
            { "table": "products", "schema": "other", "columns": [{ "name": "state", "required": true }] },
        ]);
        serde_json::from_value(told).unwrap()
    }

    fn row(values: [GeneValue; 3]) -> Action {
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let genes = values.map(|value| {
            let mut gene = Gene::new(&GeneSpec::Any, &mut rng);
            gene.send(value);
            gene
        });
        let template = TemplateId::of_setup(0);
        Action { template, genes: genes.into(), links: Vec::new(), user: None, malformed: None }
    }

    #[test]
    fn rows_are_held_against_models() {
        let asked = asked_of(&table(), &models());
        assert_eq!(asked.len(), 3);
        assert!(!asked[&0].required && asked[&1].required);
        let text = |text: &str| GeneValue::text(text);
        let good = [text("live"), text("ada@example.com"), GeneValue::Integer(7)];
        let bad = [
            (0, text("sold")),
            (1, text("ada")),
            (1, GeneValue::Absent),
            (2, GeneValue::Integer(51)),
        ];
        assert_eq!(violated(&asked, &row(good.clone())), None);
        for (column, value) in bad {
            let mut values = good.clone();
            values[column] = value;
            assert_eq!(violated(&asked, &row(values.clone())), Some(column), "{values:?}");
        }
        // What may be null may be left out.
        let [_, email, stock] = good;
        assert_eq!(violated(&asked, &row([GeneValue::Absent, email, stock])), None);
    }

    #[test]
    fn columns_keep_to_both_database_and_model() {
        let text = |max_len| GeneSpec::Text { min_len: 0, max_len };
        let words = |words: &[&str]| {
            GeneSpec::Enum(words.iter().map(|word| GeneValue::text(word)).collect())
        };
        assert_eq!(narrowed(text(5), &words(&["draft", "published"])), words(&["draft"]));
        assert_eq!(narrowed(text(3), &words(&["draft"])), text(3), "what does not fit is no help");
        assert_eq!(narrowed(words(&["a", "b"]), &words(&["b", "c"])), words(&["b"]));
        let whole = |min, max| GeneSpec::Integer { min, max, multiple_of: 0 };
        let real = GeneSpec::Double { min: 0.5, max: 50.0, multiple_of: 0.0 };
        assert_eq!(narrowed(whole(-9, 9), &real), whole(1, 9));
        assert_eq!(
            narrowed(text(9), &GeneSpec::Text { min_len: 3, max_len: 60 }),
            GeneSpec::Text { min_len: 3, max_len: 9 }
        );
    }
}
