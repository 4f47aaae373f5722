//! Answers that are tried first for requests that nobody has answered.

use std::collections::BTreeMap;

use nearmiss_search::gene::Gene;
use nearmiss_search::{Action, ActionTemplate, GeneValue, TemplateId};
use rand_pcg::Pcg64Mcg;

use super::endpoint::{BODY, FAULT, STATUS};

/// Answers, in the order in which they are tried: the status, and the form of the body.
const TRIES: [(i64, Form); 9] = [
    (200, Form::Told),
    (200, Form::Record),
    (201, Form::Told),
    (500, Form::Nothing),
    (200, Form::List),
    (204, Form::Nothing),
    (200, Form::Nothing),
    (404, Form::Record),
    (503, Form::Nothing),
];
/// What a letter is answered with in the place of being taken, in the order in which it is tried: a status, or what goes
/// wrong with the network.
const MAIL_TRIES: [(i64, Option<&str>); 4] =
    [(550, None), (550, Some("refused")), (550, Some("timeout")), (450, None)];
/// Times that a request is left alone after all of them until another one is tried, and twice as many until the next.
const FIRST_LATER: u32 = 32;

/// A form of a body.
#[derive(Clone, Copy, Debug)]
enum Form {
    /// A text of which taint tells what it should be.
    Told,
    Record,
    List,
    Nothing,
}

/// Requests of operations, and how often answers were tried for each.
#[derive(Debug, Default)]
pub(super) struct Tries {
    /// By operation and endpoint, and the number of answers before it.
    made: BTreeMap<(String, usize, usize), u32>,
}

impl Tries {
    /// Answers the number of the next try for a request that an operation makes, if there is to be one. `before`: how many answers
    /// the test has for it.
    pub fn turn(
        &mut self,
        operation: &str,
        (endpoint, is_of_mail): (usize, bool),
        before: usize,
    ) -> Option<usize> {
        let tries = if is_of_mail { MAIL_TRIES.len() } else { TRIES.len() };
        let made = self.made.entry((operation.to_owned(), endpoint, before)).or_default();
        *made = made.saturating_add(1);
        let turn = *made as usize - 1;
        let is_later = *made >= FIRST_LATER && made.is_power_of_two();
        (turn < tries || is_later).then_some(turn % tries)
    }
}

/// Makes the answer of a try to a letter.
pub(super) fn answer_to_letter(
    template: &ActionTemplate,
    endpoint: usize,
    turn: usize,
    rng: &mut Pcg64Mcg,
) -> Action {
    let (status, fault) = MAIL_TRIES[turn];
    let mut genes: Vec<Gene> =
        template.parameters.iter().map(|(_, spec)| Gene::new(spec, rng)).collect();
    genes[STATUS].set_value(&GeneValue::Integer(status));
    genes[BODY].set_value(&GeneValue::Absent);
    if let Some(fault) = fault {
        genes[FAULT].send(GeneValue::text(fault));
    }
    let template = TemplateId::of_service(endpoint);
    Action { template, genes, links: Vec::new(), user: None, malformed: None }
}

/// Makes the answer of a try.
pub(super) fn answer(
    template: &ActionTemplate,
    endpoint: usize,
    turn: usize,
    rng: &mut Pcg64Mcg,
) -> Action {
    let mut genes: Vec<Gene> =
        template.parameters.iter().map(|(_, spec)| Gene::new(spec, rng)).collect();
    let (status, form) = TRIES[turn];
    genes[STATUS].set_value(&GeneValue::Integer(status));
    let record = GeneValue::Record(Vec::new());
    let body = match form {
        Form::Told => None,
        Form::Record => Some(record),
        Form::List => Some(GeneValue::List(vec![record])),
        Form::Nothing => Some(GeneValue::Absent),
    };
    match body {
        // A text to begin with; it is given.
        None => genes[BODY].complete(),
        Some(body) => {
            genes[BODY].set_value(&body);
        }
    }
    Action {
        template: TemplateId::of_service(endpoint),
        genes,
        links: Vec::new(),
        user: None,
        malformed: None,
    }
}
