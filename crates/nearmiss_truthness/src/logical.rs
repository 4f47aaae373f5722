//! `&&` and `||` of n operands; for two they are the formulas of paper 002 Figure 1, lifted above the
//! floor of *reached*.

use crate::levels::{EXCEPTION, Truthness, lift};

/// What became of one operand of a chain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Operand {
    /// It was evaluated.
    Evaluated(Truthness),
    /// It threw, and so did the chain.
    Threw,
    /// It was not evaluated, but would have had this truthness: reading it is pure.
    Speculated(Truthness),
    /// It was not evaluated.
    NotReached,
}

/// A conjunction.
///
/// All true: 1, and as near to false as its nearest operand. Else it is the mean of what the operands
/// are worth, those not reached counting nothing.
#[must_use]
pub fn and(operands: &[Operand]) -> Truthness {
    let count = operands.len() as f64;
    let mut passed = 0.0;
    let mut nearest_false: f64 = 0.0;
    for (index, operand) in operands.iter().enumerate() {
        match operand {
            Operand::Evaluated(value) if value.outcome() => {
                passed += 1.0;
                nearest_false = nearest_false.max(value.to_false);
            }
            Operand::Evaluated(value) => {
                let mut ahead = 0.0;
                for next in &operands[index + 1..] {
                    if let Operand::Speculated(next) = next {
                        ahead += next.to_true;
                    }
                }
                let to_true = lift((passed + value.to_true + ahead) / count);
                return Truthness { to_true, to_false: 1.0 };
            }
            Operand::Threw | Operand::Speculated(_) | Operand::NotReached => {
                if index == 0 {
                    return Truthness { to_true: EXCEPTION, to_false: EXCEPTION };
                }
                let to_true = lift((passed + EXCEPTION) / count);
                return Truthness { to_true, to_false: nearest_false };
            }
        }
    }
    Truthness { to_true: 1.0, to_false: nearest_false }
}

/// A disjunction: the mirror image of [`and`].
#[must_use]
pub fn or(operands: &[Operand]) -> Truthness {
    let negated: Vec<Operand> = operands
        .iter()
        .map(|operand| match *operand {
            Operand::Evaluated(value) => Operand::Evaluated(!value),
            Operand::Speculated(value) => Operand::Speculated(!value),
            other => other,
        })
        .collect();
    !and(&negated)
}
