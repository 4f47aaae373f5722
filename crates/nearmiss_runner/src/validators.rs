//! What SUT processes tell of the validators of the program: their schemas, and which of them are
//! given inputs of calls.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use nearmiss_problem::rest::schema_spec;
use nearmiss_problem::{Problem, SeenInput};
use nearmiss_search::{GeneSpec, Individual, Shape, Specialisation, TaintFact};
use serde::Deserialize;

/// Schemas that are kept; a program that makes a schema a request must not fill the memory.
const MOST_SCHEMAS: usize = 4096;
/// Schemas that are told to be too large.
const MOST_UNREAD: usize = 20;
/// Longest text of a schema that is read.
const LONGEST_SCHEMA: usize = 1 << 20;

/// Schemas by number, given once per search.
#[derive(Debug, Default)]
pub struct Validators {
    operations: Vec<String>,
    numbers: HashMap<Arc<str>, u32>,
    texts: Vec<Arc<str>>,
    inputs: BTreeSet<(u32, String)>,
    unread: BTreeMap<String, &'static str>,
}

impl Validators {
    /// Tells the names of the operations, in the order of their numbers.
    pub fn know_operations(&mut self, names: impl Iterator<Item = String>) {
        self.operations = names.collect();
    }

    /// The name of an operation.
    #[must_use]
    pub fn operation(&self, number: usize) -> Option<&str> {
        self.operations.get(number).map(String::as_str)
    }

    /// The texts of all schemas but the first `known`, in the order of their numbers.
    pub fn since(&self, known: usize) -> impl Iterator<Item = &str> {
        self.texts.iter().skip(known).map(AsRef::as_ref)
    }

    /// How many operations it was told of.
    #[must_use]
    pub fn operation_count(&self) -> usize {
        self.operations.len()
    }

    /// The number of a schema: the same for the same text, in every process. `cut` says that the text
    /// lacks parts of the schema.
    pub fn schema(&mut self, text: String, name: String, cut: bool) -> Option<u32> {
        if let Some(number) = self.numbers.get(text.as_str()) {
            return Some(*number);
        }
        let is_known = self.texts.len() < MOST_SCHEMAS && text.len() <= LONGEST_SCHEMA;
        if cut || !is_known {
            let what = if is_known { "parts of it" } else { "what it asks for" };
            if self.unread.len() < MOST_UNREAD {
                self.unread.entry(name).or_insert(what);
            }
        }
        if !is_known {
            return None;
        }
        let number = u32::try_from(self.texts.len()).ok()?;
        let text: Arc<str> = text.into();
        self.texts.push(Arc::clone(&text));
        self.numbers.insert(text, number);
        Some(number)
    }

    /// What is to be told of schemas that are too large, by name.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        let told = self.unread.iter().map(|(name, what)| {
            format!("the validator {name} is too large to be read whole: {what} may be anything to the search")
        });
        told.collect()
    }

    /// The text of a schema.
    #[must_use]
    pub fn text(&self, number: u32) -> Option<Arc<str>> {
        self.texts.get(number as usize).cloned()
    }

    /// The name of an operation in which a schema checks inputs of calls: `seen` says that it does
    /// now, and it stays so in every process.
    pub fn operation_of(&mut self, operation: u32, schema: &str, seen: bool) -> Option<String> {
        let name = self.operations.get(operation as usize)?.clone();
        let pair = (operation, schema.to_owned());
        if seen {
            self.inputs.insert(pair);
            return Some(name);
        }
        self.inputs.contains(&pair).then_some(name)
    }
}

/// A taint fact of the kind SCHEMA.
#[derive(Deserialize)]
struct Seen {
    schema: u32,
    #[serde(flatten)]
    input: SeenInput,
}

/// Specs of schemas, each read once.
#[derive(Debug, Default)]
pub(crate) struct SchemaSpecs {
    specs: HashMap<u32, Option<Arc<GeneSpec>>>,
}

impl SchemaSpecs {
    /// The spec of the schema of this number, if it says anything.
    fn spec(
        &mut self,
        number: u32,
        text_of: impl FnOnce(u32) -> Option<Arc<str>>,
    ) -> Option<Arc<GeneSpec>> {
        let spec = self
            .specs
            .entry(number)
            .or_insert_with(|| text_of(number).and_then(|text| schema_spec(&text)).map(Arc::new));
        spec.clone()
    }

    /// What an input should be, as a fact says: of the schema with the number that is its text.
    pub(crate) fn wish(
        &mut self,
        (action, taint, text): (u16, u32, &[u16]),
        text_of: impl FnOnce(u32) -> Option<Arc<str>>,
    ) -> Option<TaintFact> {
        let number = String::from_utf16_lossy(text).parse().ok()?;
        let specialisation = Specialisation::Of(self.spec(number, text_of)?);
        Some(TaintFact { action: action.into(), taint, specialisation })
    }

    /// Which inputs of an action should have which shape, as a fact says (`text`).
    pub(crate) fn shapes(
        &mut self,
        problem: &dyn Problem,
        individual: &Individual,
        (action, text): (usize, &[u16]),
        text_of: impl FnOnce(u32) -> Option<Arc<str>>,
    ) -> Vec<Shape> {
        let Ok(seen) = serde_json::from_str::<Seen>(&String::from_utf16_lossy(text)) else {
            return Vec::new();
        };
        let Some(called) = individual.calls.get(action) else { return Vec::new() };
        let Some(spec) = self.spec(seen.schema, text_of) else { return Vec::new() };
        let placed = problem.places_of_input(called, &seen.input, &spec);
        let shape = |(parameter, path, spec)| Shape { action, parameter, path, spec };
        placed.into_iter().map(shape).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schema(validators: &mut Validators, text: String, cut: bool) -> Option<u32> {
        validators.schema(text, "N".to_owned(), cut)
    }

    #[test]
    fn a_schema_keeps_its_number_and_an_operation_what_it_validates() {
        let mut validators = Validators::default();
        validators.know_operations(["GET:/a".to_owned(), "POST:/a".to_owned()].into_iter());
        assert_eq!(schema(&mut validators, "{}".to_owned(), false), Some(0));
        assert_eq!(schema(&mut validators, "true".to_owned(), false), Some(1));
        assert_eq!(schema(&mut validators, "{}".to_owned(), false), Some(0));
        assert_eq!(validators.text(1).as_deref(), Some("true"));
        assert_eq!(validators.operation_of(1, "A", false), None);
        assert_eq!(validators.operation_of(1, "A", true).as_deref(), Some("POST:/a"));
        assert_eq!(validators.operation_of(1, "A", false).as_deref(), Some("POST:/a"));
        assert_eq!(validators.operation_of(0, "A", false), None);
        assert_eq!(validators.operation_of(2, "A", true), None);
        assert!(validators.warnings().is_empty());
        assert_eq!(schema(&mut validators, " ".repeat(LONGEST_SCHEMA + 1), false), None);
        assert_eq!(schema(&mut validators, "[]".to_owned(), true), Some(2));
        let told = validators.warnings();
        assert_eq!(told.len(), 1, "each name once");
        assert!(
            told[0].starts_with("the validator N is too large")
                && told[0].contains("what it asks for")
        );
    }
}
