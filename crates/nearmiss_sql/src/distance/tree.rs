//! Conditions as trees of predicates, with negation at their leaves.

use nearmiss_truthness::{Operand, Truthness, and, or};
use serde_json::{Map, Value};

use super::atom::{Atom, Met};

/// A condition.
#[derive(Clone, Debug)]
pub(super) enum Tree {
    All(Vec<Tree>),
    Any(Vec<Tree>),
    Atom(Atom),
}

impl Tree {
    /// Lists its predicates, in the order in which they get their names.
    fn atoms<'t>(&'t self, atoms: &mut Vec<&'t Atom>) {
        match self {
            Self::All(parts) | Self::Any(parts) => {
                parts.iter().for_each(|part| part.atoms(atoms));
            }
            Self::Atom(atom) => atoms.push(atom),
        }
    }

    /// Counts its predicates.
    pub fn count(&self) -> usize {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().map(Self::count).sum(),
            Self::Atom(_) => 1,
        }
    }

    /// Lists what a query has to show of each row for it.
    pub fn shown(&self) -> Vec<String> {
        let mut atoms = Vec::new();
        self.atoms(&mut atoms);
        let columns = atoms.iter().enumerate().flat_map(|(at, atom)| {
            let operands = atom.operands.iter().enumerate();
            let truth = format!("({}) AS nearmiss_{at}", atom.truth);
            let operands =
                operands.map(move |(of, text)| format!("({text}) AS nearmiss_{at}_{of}"));
            std::iter::once(truth).chain(operands)
        });
        columns.collect()
    }

    /// Answers how near a row is to fulfilling it, and what met in the predicates that do not hold.
    pub fn nearness(&self, row: &Map<String, Value>) -> (f64, Vec<Met>) {
        let (mut at, mut met) = (0, Vec::new());
        let truth = self.truth(row, &mut at, &mut met);
        (truth.to_true, met)
    }

    fn truth(&self, row: &Map<String, Value>, at: &mut usize, met: &mut Vec<Met>) -> Truthness {
        match self {
            Self::All(parts) => {
                let parts: Vec<Truthness> =
                    parts.iter().map(|part| part.truth(row, at, met)).collect();
                and(&operands(&parts, false))
            }
            Self::Any(parts) => {
                let parts: Vec<Truthness> =
                    parts.iter().map(|part| part.truth(row, at, met)).collect();
                or(&operands(&parts, true))
            }
            Self::Atom(atom) => {
                let null = Value::Null;
                let value = |name: String| row.get(&name).unwrap_or(&null);
                let operands: Vec<&Value> = (0..atom.operands.len())
                    .map(|of| value(format!("nearmiss_{at}_{of}")))
                    .collect();
                let near = atom.nearness(value(format!("nearmiss_{at}")), &operands);
                *at += 1;
                if near >= 1.0 {
                    return Truthness::of(true, 0.0);
                }
                met.extend(atom.met(&operands));
                Truthness::of(false, near)
            }
        }
    }
}

/// Answers parts as operands: what stands behind the one that decides was not asked for, but is known.
fn operands(parts: &[Truthness], decides: bool) -> Vec<Operand> {
    let first = parts.iter().position(|part| part.outcome() == decides).unwrap_or(parts.len());
    let operand = |(at, part): (usize, &Truthness)| {
        if at <= first { Operand::Evaluated(*part) } else { Operand::Speculated(*part) }
    };
    parts.iter().enumerate().map(operand).collect()
}
