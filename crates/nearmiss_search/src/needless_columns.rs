//! What is set up before a test, without what nothing hangs on: columns of rows that need not be given.

use crate::after_run::Shown;
use crate::{ActionAt, GeneValue, Individual};

/// An input of something that is set up, by the index of that and its own.
type Given = (usize, usize);

/// Leaves out the inputs of what is set up that `keeps` does not need, and then what only they have led to: all at once,
/// else each half by itself. `keeps` answers what a test shows that shows enough, and nothing for one that does not.
pub(crate) fn without_needless(
    individual: &Individual,
    keeps: &mut dyn FnMut(&Individual) -> Option<Shown>,
) -> Option<(Individual, Shown)> {
    let mut work = Work { current: individual.clone(), seen: None, keeps };
    let linked = work.linked();
    work.leave_out(&optional(individual));
    let still = work.linked();
    let free = linked.into_iter().filter(|at| !still.contains(at));
    for at in free.collect::<Vec<_>>().into_iter().rev() {
        let mut lighter = work.current.clone();
        lighter.remove_setup(at);
        work.take(lighter);
    }
    Some((work.current, work.seen?))
}

struct Work<'a> {
    current: Individual,
    seen: Option<Shown>,
    keeps: &'a mut dyn FnMut(&Individual) -> Option<Shown>,
}

impl Work<'_> {
    /// Lists what rows take something from, in order.
    fn linked(&self) -> Vec<usize> {
        let links = self.current.actions().flat_map(|action| &action.links);
        let mut from: Vec<usize> = links
            .filter_map(|link| match link.from {
                ActionAt::Setup(at) => Some(at),
                ActionAt::Call(_) => None,
            })
            .collect();
        from.sort_unstable();
        from.dedup();
        from
    }

    fn leave_out(&mut self, given: &[Given]) {
        if given.is_empty() {
            return;
        }
        let mut lighter = self.current.clone();
        for (row, column) in given {
            let row = &mut lighter.setup[*row];
            row.genes[*column].set_value(&GeneValue::Absent);
            row.links.retain(|link| link.parameter != *column);
        }
        if !self.take(lighter) && given.len() > 1 {
            let (first, second) = given.split_at(given.len() / 2);
            self.leave_out(first);
            self.leave_out(second);
        }
    }

    fn take(&mut self, lighter: Individual) -> bool {
        let shown = (self.keeps)(&lighter);
        if shown.is_some() {
            (self.current, self.seen) = (lighter, shown);
            return true;
        }
        false
    }
}

/// Lists the inputs of what is set up that are given and need not be.
fn optional(individual: &Individual) -> Vec<Given> {
    let mut found = Vec::new();
    for (row, action) in individual.setup.iter().enumerate() {
        for (column, gene) in action.genes.iter().enumerate() {
            let is_linked = action.links.iter().any(|link| link.parameter == column);
            let is_given = is_linked || gene.value() != GeneValue::Absent;
            if is_given && gene.clone().set_value(&GeneValue::Absent) {
                found.push((row, column));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::collections::BTreeSet;

    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::gene::Gene;
    use crate::{Action, Answers, Evaluation, GeneSpec, Link, TemplateId};

    fn row(table: usize, optional: usize, links: Vec<Link>) -> Action {
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let text = GeneSpec::Text { min_len: 1, max_len: 5 };
        let mut genes = vec![Gene::new(&text, &mut rng)];
        for _ in 0..optional {
            let mut gene = Gene::new(&GeneSpec::Optional(Box::new(text.clone())), &mut rng);
            gene.complete();
            genes.push(gene);
        }
        let template = TemplateId::of_setup(table);
        Action { template, genes, links, user: None, malformed: None }
    }

    fn given(row: &Action) -> Vec<usize> {
        let is_given = |column: &usize| row.genes[*column].value() != GeneValue::Absent;
        (0..row.genes.len()).filter(is_given).collect()
    }

    #[test]
    fn columns_and_rows_that_nothing_hangs_on_go() {
        let link = Link { parameter: 3, from: ActionAt::Setup(0), ..Link::default() };
        let setup = vec![row(0, 1, Vec::new()), row(1, 4, vec![link])];
        let individual = Individual { setup, ..Individual::default() };
        let runs = Cell::new(0);
        // The second column is needed, and what is required cannot be left out.
        let mut keeps = |lighter: &Individual| {
            runs.set(runs.get() + 1);
            let is_needed = lighter.setup.last().is_some_and(|row| given(row).contains(&2));
            is_needed.then(|| Shown {
                covered: BTreeSet::new(),
                answers: Answers::Missing,
                evaluation: Evaluation::default(),
            })
        };
        let (lighter, _) = without_needless(&individual, &mut keeps).unwrap();
        assert_eq!(lighter.setup.len(), 1, "nothing is taken from the first row any more");
        assert_eq!(given(&lighter.setup[0]), [0, 2]);
        assert!(lighter.setup[0].links.is_empty());
        assert!(runs.get() < 9, "{} runs", runs.get());
        let again = without_needless(&lighter, &mut keeps);
        assert!(again.is_none(), "all that is left is needed");
    }
}
