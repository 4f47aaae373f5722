//! Calls that cost far more than others (they end the process, are never answered, block, or are slow), and the part of
//! the budget that they may have. Everything is counted in ordinary calls.

use crate::{Evaluation, Individual};

/// Share of all calls that costs may come to in the long run.
const SHARE: f64 = 0.05;
/// Share of the budget that they may have beside it: before a template is known to be hopeless it is tried.
const TRIED: f64 = 0.1;
/// The least of that, so that a small budget tries, too.
const LEAST_TRIED: f64 = 4_000.0;
/// Share of it that one template may have.
const OF_ONE: f64 = 0.25;

/// The calls of one template.
#[derive(Clone, Copy, Debug, Default)]
struct OfTemplate {
    calls: f64,
    cost: f64,
}

/// Costs of the calls so far.
#[derive(Debug, Default)]
pub(super) struct Costs {
    calls: f64,
    /// Sum over all templates.
    spent: f64,
    /// By index of the template.
    templates: Vec<OfTemplate>,
}

impl Costs {
    /// Takes in what an individual cost.
    pub(super) fn note(&mut self, individual: &Individual, evaluation: &Evaluation) {
        for action in individual.calls.iter().take(evaluation.ran) {
            self.calls += 1.0;
            self.of(action.template.0).calls += 1.0;
        }
        for (action, cost) in &evaluation.costs {
            let Some(action) = individual.calls.get(*action) else { continue };
            self.spent += cost;
            self.of(action.template.0).cost += cost;
        }
    }

    /// Tells whether an individual may be run: it is not known to cost, or there is room for what it may. `budget`: calls of
    /// the whole search.
    pub(super) fn allow(&self, individual: &Individual, budget: f64) -> bool {
        if self.spent == 0.0 {
            return true;
        }
        let mut expected = 0.0;
        let mut dearest: f64 = 0.0;
        for action in &individual.calls {
            let Some(of) = self.templates.get(action.template.0 as usize) else { continue };
            expected += of.cost / of.calls.max(1.0);
            dearest = dearest.max(of.cost);
        }
        expected <= SHARE * individual.calls.len() as f64 || self.has_room(dearest, budget)
    }

    /// Tells whether a template that has cost `dearest` may cost more.
    fn has_room(&self, dearest: f64, budget: f64) -> bool {
        let tried = (TRIED * budget).max(LEAST_TRIED);
        let of_one = OF_ONE * tried;
        let share = SHARE * self.calls;
        if dearest < of_one && self.spent < tried + share {
            return true;
        }
        let beyond: f64 = self.templates.iter().map(|of| (of.cost - of_one).max(0.0)).sum();
        beyond < share
    }

    fn of(&mut self, template: u32) -> &mut OfTemplate {
        let index = template as usize;
        if self.templates.len() <= index {
            self.templates.resize(index + 1, OfTemplate::default());
        }
        &mut self.templates[index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Action, TemplateId};

    const BUDGET: f64 = 100_000.0;

    fn calls(templates: &[u32]) -> Individual {
        let action = |id: &u32| Action {
            template: TemplateId(*id),
            genes: Vec::new(),
            links: Vec::new(),
            user: None,
            malformed: None,
        };
        Individual { calls: templates.iter().map(action).collect(), ..Individual::default() }
    }

    fn run(costs: &mut Costs, templates: &[u32], dear: &[(usize, f64)]) {
        let evaluation =
            Evaluation { ran: templates.len(), costs: dear.to_vec(), ..Evaluation::default() };
        costs.note(&calls(templates), &evaluation);
    }

    #[test]
    fn what_costs_is_tried_and_then_has_its_share() {
        let mut costs = Costs::default();
        let mut events = 0;
        let (ordinary, dear) = (calls(&[0, 1]), calls(&[0, 7]));
        for _ in 0..50_000 {
            assert!(costs.allow(&ordinary, BUDGET));
            run(&mut costs, &[0, 1], &[]);
            if costs.allow(&dear, BUDGET) {
                events += 1;
                run(&mut costs, &[0, 7], &[(1, 500.0)]);
            }
        }
        // A quarter of a tenth of the budget, and 5 % of the calls made.
        let most = (2_500.0 + 0.05 * 100_000.0) / 500.0;
        assert!((most - 1.0..=most + 1.0).contains(&f64::from(events)), "{events}");
    }

    #[test]
    fn templates_that_seldom_cost_go_on_within_their_share() {
        let mut costs = Costs::default();
        let often = [3; 10];
        for _ in 0..2_000 {
            run(&mut costs, &often, &[]);
        }
        run(&mut costs, &[3], &[(0, 500.0)]);
        run(&mut costs, &[4], &[(0, 50_000.0)]);
        assert!(costs.allow(&calls(&[3]), BUDGET), "one in 20,000 costs 500");
        assert!(!costs.allow(&calls(&[4, 3]), BUDGET));
        assert!(costs.allow(&calls(&[5]), BUDGET), "nothing is known of it");
    }
}
