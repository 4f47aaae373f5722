//! `fixtures/vectors/truthness.json` holds what the JavaScript runtime computes: Rust computes the same,
//! to the last bit.

use std::{fs, path::Path};

use nearmiss_truthness::{Comparison, Operand, Truthness, and, number, or, text};
use serde_json::Value;

/// Pure leaves behind the operand that decides, of which the runtime looks at so many.
const MOST_LEAVES: usize = 4;

fn vectors() -> Value {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/vectors/truthness.json");
    serde_json::from_str(&fs::read_to_string(file).expect("the fixture is there")).expect("JSON")
}

fn comparison(name: &str) -> Comparison {
    match name {
        "lt" => Comparison::Less,
        "le" => Comparison::LessOrEqual,
        "gt" => Comparison::Greater,
        "ge" => Comparison::GreaterOrEqual,
        "eq" | "se" => Comparison::Equal,
        "ne" | "sn" => Comparison::NotEqual,
        other => panic!("no operator is called {other}"),
    }
}

fn bits(digits: &str) -> f64 {
    f64::from_bits(u64::from_str_radix(digits, 16).expect("16 hexadecimal digits"))
}

fn units(digits: &str) -> Vec<u16> {
    (0..digits.len() / 4)
        .map(|at| u16::from_str_radix(&digits[4 * at..4 * at + 4], 16).expect("4 digits a unit"))
        .collect()
}

/// The truthness of a comparison of two numbers or two strings; `None` for other operands.
fn compared(operator: &str, a: &str, b: &str) -> Option<Truthness> {
    let operator = comparison(operator);
    if let (Some(a), Some(b)) = (a.strip_prefix('n'), b.strip_prefix('n'))
        // `null` begins so too.
        && a != "ull"
        && b != "ull"
    {
        return Some(number(operator, bits(a), bits(b)));
    }
    let (a, b) = (a.strip_prefix('s')?, b.strip_prefix('s')?);
    Some(text(operator, &units(a), &units(b)))
}

fn wanted(to_true: &Value, to_false: &Value) -> Truthness {
    let value = |digits: &Value| bits(digits.as_str().expect("digits"));
    Truthness { to_true: value(to_true), to_false: value(to_false) }
}

#[test]
fn comparisons_are_those_of_the_runtime() {
    let (mut numbers, mut texts) = (0, 0);
    for case in vectors()["cases"].as_array().expect("cases") {
        let [operator, a, b] = [0, 1, 2].map(|at| case[at].as_str().expect("a text"));
        let Some(ours) = compared(operator, a, b) else { continue };
        assert_eq!(ours, wanted(&case[3], &case[4]), "{a} {operator} {b}");
        if a.starts_with('n') { numbers += 1 } else { texts += 1 }
    }
    assert!(numbers > 1000 && texts > 200, "{numbers} numbers, {texts} texts");
}

/// What a nest is worth; the error is what it is worth when an operand throws.
fn nest(node: &Value, speculate: bool) -> Result<Truthness, Truthness> {
    let operator = node[0].as_str().expect("an operator");
    match operator {
        "throw" => Err(Truthness { to_true: 0.0, to_false: 0.0 }),
        "not" => nest(&node[1], speculate).map(|value| !value),
        "and" | "or" => {
            let parts = node[1].as_array().expect("operands");
            let mut operands = Vec::new();
            let mut end = None;
            for (index, part) in parts.iter().enumerate() {
                if end.is_some() {
                    operands.push(Operand::NotReached);
                    continue;
                }
                match nest(part, speculate) {
                    Ok(value) => {
                        operands.push(Operand::Evaluated(value));
                        if value.outcome() == (operator == "or") {
                            end = Some(index);
                        }
                    }
                    Err(_) => {
                        operands.push(Operand::Threw);
                        end = Some(parts.len());
                    }
                }
            }
            let leaves = end.map_or(parts.len(), |end| end + 1);
            if speculate {
                for (at, part) in parts.iter().enumerate().skip(leaves).take(MOST_LEAVES) {
                    let Some(leaf) = leaf(part) else { break };
                    operands[at] = Operand::Speculated(leaf);
                }
            }
            let value = if operator == "and" { and(&operands) } else { or(&operands) };
            if operands.contains(&Operand::Threw) { Err(value) } else { Ok(value) }
        }
        _ => Ok(leaf(node).expect("a comparison")),
    }
}

fn leaf(node: &Value) -> Option<Truthness> {
    let operator = node[0].as_str()?;
    if matches!(operator, "and" | "or" | "not" | "throw") {
        return None;
    }
    compared(operator, node[1].as_str()?, node[2].as_str()?)
}

#[test]
fn logical_chains_are_those_of_the_runtime() {
    let mut seen = 0;
    for case in vectors()["chains"].as_array().expect("chains") {
        let ours = nest(&case[0], case[1].as_bool().expect("a flag"));
        let ours = ours.unwrap_or_else(|thrown| thrown);
        assert_eq!(ours, wanted(&case[2], &case[3]), "{}", case[0]);
        seen += 1;
    }
    assert!(seen >= 300, "{seen}");
}
