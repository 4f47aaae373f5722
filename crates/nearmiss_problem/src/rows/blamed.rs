//! Crashes of tests with a row that only the API's models forbid: whether that row is to blame, or the API crashes without it
//! as well. The same test is made again with rows as the models ask for, and nothing is said before that has run.

use std::collections::{BTreeMap, BTreeSet};

use nearmiss_search::{Action, Individual, TemplateId};

/// An operation, and the place at which a call of it has crashed.
pub(crate) type Crash = (String, String);

/// What a crash is put down to.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Blame {
    /// The API: it crashes there with rows as its models ask for, too.
    Api,
    /// The row that these forbid.
    Row,
    /// It is not known yet.
    Unknown,
}

/// Templates of what a test sets up, and of its calls.
type Form = (Vec<TemplateId>, Vec<TemplateId>);

/// Crashes, and what is known of them.
#[derive(Debug, Default)]
pub(super) struct Crashes {
    /// Crashes of tests whose rows are as models ask for.
    sound: BTreeSet<Crash>,
    /// Crashes that a test with other rows is to be run for, with the form of that.
    asked: BTreeMap<Crash, Form>,
    /// Crashes that such a test has not shown.
    of_rows: BTreeSet<Crash>,
}

impl Crashes {
    /// Tells whether no test is to be run for any crash.
    pub fn asks_nothing(&self) -> bool {
        self.asked.is_empty()
    }

    /// Takes in the crashes of a test whose rows are as models ask for.
    pub fn note_sound(&mut self, individual: &Individual, crashes: Vec<Crash>) {
        self.sound.extend(crashes);
        if self.asked.is_empty() || individual.setup.is_empty() {
            return;
        }
        let form = form_of(individual);
        let (run, asked) =
            std::mem::take(&mut self.asked).into_iter().partition(|(_, asked)| *asked == form);
        self.asked = asked;
        let run: BTreeMap<Crash, Form> = run;
        self.of_rows.extend(run.into_keys());
    }

    /// Answers what a crash of a test is put down to whose rows are not as models ask for; `asks` is set where the test with
    /// other rows is to be run, and then this one again. Without a place, as an API without probes crashes, what is known of
    /// the operation stands for it.
    pub fn blame(&mut self, individual: &Individual, crash: &Crash, asks: &mut bool) -> Blame {
        let (operation, place) = crash;
        let may_be = |known: &Crash| known.0 == *operation && place.is_empty();
        if self.sound.contains(crash) {
            return Blame::Api;
        }
        if self.of_rows.contains(crash) || self.of_rows.iter().any(may_be) {
            return Blame::Row;
        }
        if self.sound.iter().any(may_be) {
            return Blame::Api;
        }
        if !self.asked.contains_key(crash) {
            self.asked.insert(crash.clone(), form_of(individual));
            *asks = true;
        }
        Blame::Unknown
    }
}

fn form_of(individual: &Individual) -> Form {
    let templates = |actions: &[Action]| actions.iter().map(|action| action.template).collect();
    (templates(&individual.setup), templates(&individual.calls))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(rows: usize) -> Individual {
        let action = |template| Action {
            template,
            genes: Vec::new(),
            links: Vec::new(),
            user: None,
            malformed: None,
        };
        Individual {
            setup: vec![action(TemplateId::of_setup(0)); rows],
            calls: vec![action(TemplateId(0))],
            ..Individual::default()
        }
    }

    #[test]
    fn a_row_is_to_blame_once_the_same_test_with_another_did_not_crash() {
        let mut crashes = Crashes::default();
        let crash = |place: &str| ("GET:/a".to_owned(), place.to_owned());
        let mut asks = false;
        assert_eq!(crashes.blame(&test(1), &crash("a"), &mut asks), Blame::Unknown);
        assert!(asks);
        asks = false;
        assert_eq!(crashes.blame(&test(1), &crash("a"), &mut asks), Blame::Unknown);
        assert!(!asks, "once");
        crashes.note_sound(&test(2), Vec::new());
        assert_eq!(crashes.blame(&test(1), &crash("a"), &mut asks), Blame::Unknown);
        crashes.note_sound(&test(1), Vec::new());
        assert_eq!(crashes.blame(&test(1), &crash("a"), &mut asks), Blame::Row);
        assert_eq!(crashes.blame(&test(1), &crash(""), &mut asks), Blame::Row, "without probes");
        crashes.note_sound(&test(2), vec![crash("a"), crash("b")]);
        assert_eq!(crashes.blame(&test(1), &crash("a"), &mut asks), Blame::Api, "after all");
        assert_eq!(crashes.blame(&test(1), &crash("b"), &mut asks), Blame::Api);
    }
}
