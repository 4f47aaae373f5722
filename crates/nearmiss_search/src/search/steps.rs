//! What a search does next: tests of earlier searches, first looks, and then one step after another.

use std::collections::VecDeque;

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::assess::Purpose;
use super::run::Run;
use crate::options::Ramp;
use crate::{Individual, Sought, taint, variation};

/// Probability that a fact that waits is followed up next, of what texts are to be and of other facts, as long as
/// that opens something.
const FOLLOW_UP_TOLD: f64 = 1.0;
const FOLLOW_UP: f64 = 0.8;
/// Follow-ups that opened nothing after which half as many are made, and the share that remains: what is followed up
/// tells of more, and a search of a SUT of many comparisons would make nothing else (measured on scs: 84 % of 6,000
/// calls).
const FOLLOW_UP_SILENCE: f64 = 300.0;
const LEAST_FOLLOW_UP: f64 = 0.2;
/// Share of the budget after which further first looks are left to chance.
const MOST_BEGUN: f64 = 0.1;
/// Probability that what a text should be is tried before an individual that is to succeed: that may lack it.
const TOLD_FIRST: f64 = 0.2;
/// Probability that inputs of a call that is to succeed are given what the SUT has compared them with.
const SOUGHT_BY_VALUES: f64 = 0.5;
/// Probability that one input of the call that came furthest is given what the SUT has compared it with.
const SOUGHT_BY_ONE_VALUE: f64 = 0.65;
/// Probability that a fact is followed up that the individual told which came furthest, while there is any.
const SOUGHT_BY_FACTS: f64 = 0.5;
/// Probability that text of an individual that is to succeed is tainted.
const SOUGHT_BY_TAINT: f64 = 0.5;
/// Most of all calls so far that examinations make, over the budget: what was found is looked at soon, and a
/// search that finds much still searches. What it does not reach is never looked at.
const EXAMINED: Ramp = Ramp { from: 0.2, to: 0.42 };

/// Samples that are made at most until there is room for what one may cost.
const SAMPLES_FOR_ROOM: u32 = 20;

impl Run<'_> {
    /// Does what comes next. Answers false when there is nothing to come.
    pub(super) async fn turn(&mut self) -> bool {
        if self.resume().await {
            return true;
        }
        if self.only_resumed {
            return false;
        }
        if !self.begin().await {
            self.step().await;
        }
        true
    }

    /// Runs one individual of the next operation, as its schema wants it and with all text tainted, and
    /// one with all numbers, too: the first looks at each operation ask for all that it can tell.
    /// Answers false when there was a look at each.
    async fn begin(&mut self) -> bool {
        if self.begun {
            return false;
        }
        if self.initial.is_none() {
            let mut rng = self.next_rng();
            let initial = self.sampler.initial(&mut rng);
            self.looks = initial.len();
            self.initial = Some(initial.into());
        }
        // The first looks are the most telling; with many users there are a great many.
        let left = self.initial.as_ref().map_or(0, VecDeque::len);
        if self.looks - left >= self.templates.len() && self.evaluator.used() >= MOST_BEGUN {
            self.begun = true;
            return false;
        }
        let Some(mut individual) = self.initial.as_mut().and_then(VecDeque::pop_front) else {
            self.begun = true;
            return false;
        };
        let mut rng = self.next_rng();
        if self.is_mio() {
            taint::taint_fresh(&mut individual, 1.0, &mut rng);
            let mut numbers = individual.clone();
            if taint::taint_numbers(&mut numbers) {
                self.assess(numbers, Purpose::Look, &mut rng).await;
            }
        }
        self.assess(individual, Purpose::Look, &mut rng).await;
        true
    }

    /// Samples, follows up a fact, or mutates.
    async fn step(&mut self) {
        self.idle += 1;
        let mut rng = self.next_rng();
        if self.catch_up_postponed(&mut rng).await {
            return;
        }
        if let Some(mut individual) = self.taught.pop_front() {
            if self.is_mio() {
                taint::separate_copies(&mut individual);
                taint::taint_fresh(&mut individual, 1.0, &mut rng);
            }
            self.assess(individual, Purpose::Taught, &mut rng).await;
            return;
        }
        let wanting = if self.is_mio() { self.sampler.wanting() } else { 0.0 };
        let told_first = self.knowledge.has_told() && rng.random_bool(TOLD_FIRST);
        if wanting > 0.0
            && !told_first
            && rng.random_bool(wanting)
            && self.seek_success(&mut rng).await
        {
            return;
        }
        let share = EXAMINED.at(self.evaluator.used(), self.options.mio.focus) * (1.0 - wanting);
        if self.examined as f64 <= share * self.calls as f64 {
            if self.examinations.is_empty() {
                self.examinations.extend(self.sampler.examinations(&mut rng));
            }
            if let Some(individual) = self.examinations.pop_front() {
                self.assess(individual, Purpose::Examine, &mut rng).await;
                return;
            }
        }
        if !self.is_mio() {
            self.sample(&mut rng).await;
            return;
        }
        if self.knowledge.has_follow_up() && rng.random_bool(self.follow_up_share()) {
            if let Some(follow_up) = self.knowledge.next_follow_up() {
                self.follow_up(&follow_up, &mut rng).await;
            }
            return;
        }
        let mio = &self.options.mio;
        let sampling = mio.sampling.at(self.evaluator.used(), mio.focus);
        if self.archive.has_no_population() || rng.random_bool(sampling.clamp(0.0, 1.0)) {
            self.sample(&mut rng).await;
        } else {
            self.mutate(&mut rng).await;
        }
    }

    /// How probable it is that what waits is followed up: less, the longer nothing came of it.
    fn follow_up_share(&self) -> f64 {
        let most = if self.knowledge.has_told() { FOLLOW_UP_TOLD } else { FOLLOW_UP };
        let silence = f64::from(self.follow_ups_silent);
        most * (FOLLOW_UP_SILENCE / (FOLLOW_UP_SILENCE + silence)).max(LEAST_FOLLOW_UP)
    }

    /// Tries what may make a call succeed of which none has: what the individual that came furthest has told, or another
    /// individual for it. Answers whether there was anything to try.
    async fn seek_success(&mut self, rng: &mut Pcg64Mcg) -> bool {
        if rng.random_bool(SOUGHT_BY_FACTS)
            && let Some(template) = self.sampler.refused()
            && let Some(number) = self.fronts.get(&template).copied()
            && let Some(follow_up) = self.knowledge.next_follow_up_of(template, number)
        {
            self.sampler.note_tried(template, follow_up.about().map_or(1, |at| at + 1));
            self.follow_up(&follow_up, rng).await;
            return true;
        }
        let wanted = self.sampler.wanted(rng, self.options.max_actions.max(1));
        let Some(sought) = wanted.filter(|wanted| self.allows(&wanted.individual)) else {
            return false;
        };
        self.seek(sought, rng).await;
        true
    }

    /// Runs an individual that is to succeed: as it is, or with taint, so that the SUT says what it wants.
    async fn seek(&mut self, sought: Sought, rng: &mut Pcg64Mcg) {
        let Sought { mut individual, goes_on } = sought;
        self.shapes.shape_fresh(&mut individual, rng);
        if goes_on {
            // Most of it was right.
            let is_changed = rng.random_bool(SOUGHT_BY_ONE_VALUE)
                && variation::recall_one_in_last(&mut individual, &self.knowledge, rng);
            if !is_changed {
                self.sampler.say_otherwise(&mut individual, rng);
            }
        } else if rng.random_bool(SOUGHT_BY_VALUES) {
            variation::recall_in_last(&mut individual, &self.knowledge, rng);
        }
        if rng.random_bool(SOUGHT_BY_TAINT) {
            variation::finish_structure(&mut individual, &self.options.mio, &self.knowledge, rng);
        }
        taint::separate_copies(&mut individual);
        self.assess(individual, Purpose::Seek, rng).await;
    }

    /// Samples an individual, if possible one that there is room for.
    pub(super) async fn sample(&mut self, rng: &mut Pcg64Mcg) {
        // Long individuals find what needs several calls, short ones are better to climb from.
        let mio = &self.options.mio;
        let most = if rng.random_bool(mio.short_samples) {
            self.options.max_actions.min(mio.short_actions)
        } else {
            self.options.max_actions
        };
        let mut individual = self.sampler.sample(rng, most.max(1));
        // Of an API whose calls all cost there is nothing better.
        for _ in 1..SAMPLES_FOR_ROOM {
            if self.allows(&individual) {
                break;
            }
            individual = self.sampler.sample(rng, most.max(1));
        }
        self.assess_sample(individual, rng).await;
    }

    async fn assess_sample(&mut self, mut individual: Individual, rng: &mut Pcg64Mcg) {
        if self.is_mio() {
            self.shapes.shape_fresh(&mut individual, rng);
        }
        variation::finish_sample(
            &mut individual,
            &self.options.mio,
            self.is_mio(),
            &self.knowledge,
            rng,
        );
        self.assess(individual, Purpose::Sample, rng).await;
    }
}
