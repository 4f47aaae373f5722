//! Inputs that no schema describes: what the API was seen to read (paper 001 section 5).

mod fakes;
mod known;
mod property;

use nearmiss_search::{Action, GeneSpec, GeneValue, Individual, gene::Gene};
use rand_pcg::Pcg64Mcg;

pub(super) use self::fakes::add_fakes;
use self::known::is_known;
pub(super) use self::property::property_of;
use super::model::Model;
use super::operation::{BodyField, MediaKind, Operation, Parameter, ParameterFormat, Place, Style};
use super::read::is_token;
use super::routes::json_body;
use super::spec::with_formed_values;
use crate::json_pointer::keys;
use crate::{InputPlace, ReadInput, header_name, is_own_header};

/// Inputs that one operation may learn: an API that reads what its callers name must not get one more
/// with each name.
const MOST_INPUTS: usize = 64;
/// Names of fields inside one another.
const MOST_DEPTH: usize = 6;
/// Longest name of an input.
const LONGEST_NAME: usize = 100;
/// Longest text of a parameter, as of one without a schema.
const PLAIN_TEXT: usize = 512;
/// What overrides the method of a call says nothing about the operation: calls with free text in it
/// are refused, all of them (paper 001 section 5).
const OVERRIDES: [&str; 4] =
    ["_method", "x-http-method", "x-http-method-override", "x-method-override"];
/// Headers that say what the rest of the call is.
const OF_THE_CALL: [&str; 7] = [
    "accept",
    "accept-encoding",
    "content-encoding",
    "content-type",
    "cookie",
    "user-agent",
    "x-forwarded-for",
];

impl Model {
    /// Whether an operation does not know an input that it might learn.
    pub(super) fn lacks(&self, operation: usize, input: &ReadInput) -> bool {
        let known = &self.operations[operation];
        if input.place == InputPlace::Body && input.name.is_empty() {
            return known.body.is_none() && !is_bodiless(known);
        }
        let name = input.name.to_ascii_lowercase();
        !input.name.is_empty()
            && input.name.len() <= LONGEST_NAME
            && !OVERRIDES.contains(&name.trim_start_matches('/'))
            && known.hidden < MOST_INPUTS
            && !is_known(known, &self.templates[operation], input)
    }

    /// Adds an input to an operation; answers whether it was news.
    pub(super) fn add_input(&mut self, operation: usize, input: &ReadInput) -> bool {
        if !self.lacks(operation, input) {
            return false;
        }
        let name = input.name.to_ascii_lowercase();
        let place = match input.place {
            InputPlace::Query => Place::Query,
            InputPlace::Header
                if is_token(&name) && is_own_header(&name) && !OF_THE_CALL.contains(&&*name) =>
            {
                Place::Header
            }
            InputPlace::Cookie if is_token(&input.name) => Place::Cookie,
            InputPlace::Body => return self.add_field(operation, &input.name),
            _ => return false,
        };
        let style = if place == Place::Header { Style::Simple } else { Style::Form };
        let format = ParameterFormat::Style { style, explode: true };
        let name =
            if place == Place::Header { header_name(&input.name) } else { input.name.clone() };
        let spec = GeneSpec::Text { min_len: 0, max_len: PLAIN_TEXT };
        let spec = with_formed_values(&input.name, spec);
        self.add_parameter(operation, Parameter { name, place, format }, spec);
        true
    }

    fn add_field(&mut self, operation: usize, pointer: &str) -> bool {
        let path = keys(pointer);
        let target = &self.operations[operation];
        let text_only = target.body.as_ref().is_some_and(|body| {
            body.media.first().is_none_or(|(_, kind)| *kind == MediaKind::Text)
        });
        if path.len() > MOST_DEPTH || is_bodiless(target) || text_only {
            return false;
        }
        if target.body.is_none() {
            let format = ParameterFormat::Json;
            let parameter = Parameter { name: "body".to_owned(), place: Place::Body, format };
            let spec = GeneSpec::Object { fields: Vec::new(), additional: None };
            let index = self.add_parameter(operation, parameter, spec);
            self.operations[operation].body = Some(json_body(index));
        }
        if path.is_empty() {
            return true;
        }
        let parameter = Parameter {
            name: pointer.to_owned(),
            place: Place::BodyField,
            format: ParameterFormat::Json,
        };
        let parameter = self.add_parameter(operation, parameter, GeneSpec::Open);
        self.operations[operation].body_fields.push(BodyField { parameter, path });
        true
    }

    /// Adds an optional parameter at the end.
    fn add_parameter(&mut self, operation: usize, parameter: Parameter, spec: GeneSpec) -> usize {
        let (target, template) = (&mut self.operations[operation], &mut self.templates[operation]);
        template.parameters.push((parameter.name.clone(), GeneSpec::Optional(Box::new(spec))));
        target.parameters.push(parameter);
        target.hidden += 1;
        target.parameters.len() - 1
    }

    /// Gives the calls of an individual that was made earlier the inputs that were learnt since, left
    /// out at first. Answers whether there were any.
    pub(super) fn catch_up(&self, individual: &mut Individual, rng: &mut Pcg64Mcg) -> bool {
        let mut grown = false;
        for action in &mut individual.calls {
            grown |= self.catch_up_call(action, rng);
        }
        grown
    }

    /// Gives one call that was made earlier the inputs that were learnt since, left out at first. Answers whether there
    /// were any.
    pub(super) fn catch_up_call(&self, action: &mut Action, rng: &mut Pcg64Mcg) -> bool {
        let Some(template) = self.templates.get(action.template.0 as usize) else { return false };
        let from = action.genes.len().min(template.parameters.len());
        for (_, spec) in &template.parameters[from..] {
            let mut gene = Gene::new(spec, rng);
            gene.set_value(&GeneValue::Absent);
            action.genes.push(gene);
        }
        from < template.parameters.len()
    }
}

/// Whether calls of an operation have no body, whatever the API reads.
fn is_bodiless(operation: &Operation) -> bool {
    matches!(operation.method.as_str(), "GET" | "HEAD" | "TRACE" | "OPTIONS")
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use serde_json::json;

    use super::*;
    use crate::rest::RestProblem;
    use crate::{Problem, ProblemOptions};

    /// Names and specs of the inputs that an operation has learnt of its body.
    fn learnt(method: &str, names: &[&str]) -> Vec<(String, GeneSpec)> {
        let text =
            json!({"openapi": "3.0.0", "info": {}, "paths": {"/a": {method: {"responses": {}}}}});
        let (problem, _) =
            RestProblem::parse(&text.to_string(), &ProblemOptions::default()).unwrap();
        let operation = problem.templates()[0].name.clone();
        for name in names {
            let input = ReadInput { place: InputPlace::Body, name: (*name).to_owned() };
            problem.learn_input(&operation, &input);
        }
        problem.templates()[0].parameters.clone()
    }

    #[test]
    fn a_call_that_was_made_before_an_input_was_learnt_leaves_that_out() {
        let document =
            json!({"openapi": "3.0.0", "info": {}, "paths": {"/a": {"post": {"responses": {}}}}});
        let (problem, _) =
            RestProblem::parse(&document.to_string(), &ProblemOptions::default()).unwrap();
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let mut action = problem.model().fresh(0, &mut rng);
        assert!(!problem.model().catch_up_call(&mut action, &mut rng));
        let operation = problem.templates()[0].name.clone();
        let input = ReadInput { place: InputPlace::Query, name: "credit".to_owned() };
        problem.learn_input(&operation, &input);
        assert!(problem.model().catch_up_call(&mut action, &mut rng));
        assert_eq!(action.genes.last().map(Gene::value), Some(GeneValue::Absent));
    }

    #[test]
    fn a_body_that_is_read_as_a_whole_is_sent() {
        let body = GeneSpec::Object { fields: Vec::new(), additional: None };
        let optional = |spec| GeneSpec::Optional(Box::new(spec));
        assert_eq!(learnt("put", &["", ""]), [("body".to_owned(), optional(body.clone()))]);
        let field = ("/b".to_owned(), optional(GeneSpec::Open));
        assert_eq!(learnt("delete", &["/b", ""]), [("body".to_owned(), optional(body)), field]);
        assert_eq!(learnt("get", &["", "/b"]), []);
    }
}
