//! Operators that change one input of an individual, or several numbers of one action.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::gene::{Gene, MutationContext, TaintUse};
use crate::knowledge::Knowledge;
use crate::options::MioParameters;
use crate::{Action, GeneValue, Individual, Sampler, TaintNumbers};

/// An operator and how often it has its turn when those before it had none or could do nothing.
pub(super) struct Operator {
    /// The probability.
    pub share: fn(&Subject<'_>) -> f64,
    /// Changes the input of this index among the places.
    pub apply: fn(&mut Subject<'_>, usize, &mut Pcg64Mcg) -> Applied,
}

/// What came of an operator.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Applied {
    /// Something is another now.
    Changed,
    /// It did what it does, and nothing is another now.
    InVain,
    /// It has nothing to do here: the next one may.
    Unfit,
}

/// All operators, in the order in which they have their turn; the last one always has it.
pub(super) const OPERATORS: &[Operator] = &[
    // A value that the input has been compared with before, if there is one.
    Operator { share: |_| 0.2, apply: recall_met },
    // A value that the problem has seen, or one taken from another call.
    Operator { share: |_| 0.1, apply: recall_seen },
    Operator { share: |subject| subject.parameters.violation, apply: violate },
    // A condition on the difference or ratio of numbers that one of them alone would break stays as it is.
    Operator { share: |_| 0.06, apply: move_together },
    // Equal inputs are what much code asks for (an equilateral triangle, a repeated password).
    Operator { share: |_| 0.06, apply: copy_value },
    Operator { share: |_| 1.0, apply: mutate },
];

/// Share of copied text that is put into the other text rather than in its place: much code looks
/// for one input in another.
const COMBINE: f64 = 0.5;
/// Share of copied numbers that are put beside the other number rather than on it: bounds are asked
/// for as often as equality.
const BESIDE: f64 = 0.5;

/// The individual that is changed, and what operators go by.
pub(super) struct Subject<'a> {
    pub individual: &'a mut Individual,
    /// Indices of action and parameter of the inputs that may be changed.
    pub places: &'a [(usize, usize)],
    pub numbers: TaintNumbers,
    /// How probable it is that a mutated text becomes a tainted one.
    pub probability: f64,
    pub parameters: &'a MioParameters,
    pub knowledge: &'a Knowledge,
    pub sampler: &'a dyn Sampler,
}

impl Applied {
    fn if_done(done: bool) -> Self {
        if done { Self::Changed } else { Self::Unfit }
    }

    fn if_changed(changed: bool) -> Self {
        if changed { Self::Changed } else { Self::InVain }
    }
}

impl Subject<'_> {
    /// The action of a place.
    fn action(&mut self, index: usize) -> &mut Action {
        self.individual.action_mut(index).unwrap_or_else(|| unreachable!("places are of actions"))
    }

    fn gene(&mut self, chosen: usize) -> &mut Gene {
        let (action, gene) = self.places[chosen];
        &mut self.action(action).genes[gene]
    }
}

/// Gives an input a value that it has met before, or what one of its texts was told.
fn recall_met(subject: &mut Subject<'_>, chosen: usize, rng: &mut Pcg64Mcg) -> Applied {
    let (action, parameter) = subject.places[chosen];
    let template = subject.action(action).template;
    let known = subject.knowledge.met().known(template, parameter);
    let told = subject.knowledge.told(template, parameter);
    if known.is_empty() && told.is_empty() {
        return Applied::Unfit;
    }
    let index = rng.random_range(0..known.len() + told.len());
    if let Some(known) = known.get(index) {
        return Applied::if_done(subject.gene(chosen).recall(known, rng));
    }
    let (rank, specialisation) = &told[index - known.len()];
    let number = subject.numbers.fresh();
    let (mut at, mut done) = (0, false);
    subject.gene(chosen).visit_texts_mut(&mut |text| {
        done |= at == *rank && text.recall(specialisation, number, rng);
        at += 1;
    });
    Applied::if_done(done)
}

/// Gives an input a value that the problem has seen, or has it taken from another call.
fn recall_seen(subject: &mut Subject<'_>, chosen: usize, rng: &mut Pcg64Mcg) -> Applied {
    let (action, gene) = subject.places[chosen];
    Applied::if_done(subject.sampler.recall(subject.individual, action, gene, rng))
}

/// Sends what the schema does not allow.
fn violate(subject: &mut Subject<'_>, chosen: usize, rng: &mut Pcg64Mcg) -> Applied {
    let gene = subject.gene(chosen);
    let before = gene.value();
    gene.violate(rng);
    Applied::if_changed(gene.value() != before)
}

/// Adds the same to all numbers of an action, or multiplies them by the same; two or more must change. Those whose
/// constraints forbid it stay.
fn move_together(subject: &mut Subject<'_>, chosen: usize, rng: &mut Pcg64Mcg) -> Applied {
    let decade: f64 = 10_f64.powi(rng.random_range(-1..=5));
    let offset = if rng.random() { decade } else { -decade };
    let factor = [2.0, 10.0, 0.5, 0.1][rng.random_range(0..4)];
    let by_factor = rng.random_bool(0.5);
    let moved = |value: f64| if by_factor { value * factor } else { value + offset };
    let mut changed = 0;
    let (action, _) = subject.places[chosen];
    for gene in &mut subject.action(action).genes {
        let value = match gene.value() {
            // Rounded to whole numbers, where the cast saturates.
            GeneValue::Integer(value) => GeneValue::Integer(moved(value as f64).round() as i64),
            GeneValue::Double(value) => GeneValue::Double(moved(value)),
            _ => continue,
        };
        changed += usize::from(gene.value() != value && gene.set_value(&value));
    }
    Applied::if_done(changed > 1)
}

/// Copies the value of another input into this one, if it takes it and it is not tainted.
fn copy_value(subject: &mut Subject<'_>, chosen: usize, rng: &mut Pcg64Mcg) -> Applied {
    let (from_action, from_gene) = subject.places[rng.random_range(0..subject.places.len())];
    let source = &subject.action(from_action).genes[from_gene];
    let mut tainted = false;
    source.visit_texts(&mut |text| tainted |= text.taint_number().is_some());
    let value = source.value();
    let gene = subject.gene(chosen);
    if let GeneValue::Text(units) = &value
        && !tainted
        && rng.random_bool(COMBINE)
    {
        return Applied::if_done(gene.combine_text(units, rng));
    }
    let value = if rng.random_bool(BESIDE) { beside(value, rng) } else { value };
    Applied::if_done(!tainted && gene.value() != value && gene.set_value(&value))
}

/// Changes a value a little; now and then tainted text takes the place of constrained text first.
fn mutate(subject: &mut Subject<'_>, chosen: usize, rng: &mut Pcg64Mcg) -> Applied {
    let (action, parameter) = subject.places[chosen];
    let Some(action) = subject.individual.action_mut(action) else { return Applied::Unfit };
    let gene = &mut action.genes[parameter];
    if rng.random_bool(subject.probability * subject.parameters.taint_constrained) {
        let number = subject.numbers.fresh();
        gene.override_with_taint(number, rng);
    }
    let whole = subject.knowledge.taint_share(action.template, parameter);
    let taint = TaintUse { probability: subject.probability, whole, numbers: &mut subject.numbers };
    let constants = subject.knowledge.constants();
    let mut context = MutationContext { rng, taint: Some(taint), constants };
    Applied::if_changed(gene.mutate(&mut context).changed())
}

/// A number plus or minus 1, 2, 4, 8 or 16; anything else as it is.
fn beside(value: GeneValue, rng: &mut Pcg64Mcg) -> GeneValue {
    let size = 1_i32 << rng.random_range(0..5);
    let offset = if rng.random() { size } else { -size };
    match value {
        GeneValue::Integer(value) => GeneValue::Integer(value.saturating_add(offset.into())),
        GeneValue::Double(value) => GeneValue::Double(value + f64::from(offset)),
        value => value,
    }
}
