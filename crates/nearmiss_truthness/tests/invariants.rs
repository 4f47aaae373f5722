//! The invariants of the truthness (design section 3), and that the checker of them sees what is
//! broken: a constant, a sign error, a swapped pair.

use nearmiss_truthness::{
    Comparison, EXCEPTION, MISS, NEAR_FLOOR, Operand, Truthness, and, number, or, text,
};

const ALL: [Comparison; 6] = [
    Comparison::Less,
    Comparison::LessOrEqual,
    Comparison::Greater,
    Comparison::GreaterOrEqual,
    Comparison::Equal,
    Comparison::NotEqual,
];

type JudgeNumbers = dyn Fn(Comparison, f64, f64) -> Truthness;
type JudgeTexts = dyn Fn(Comparison, &[u16], &[u16]) -> Truthness;

fn operands() -> Vec<f64> {
    let mut list = vec![f64::NAN, 0.0, 1.0, 42.0, 41.5, 0.1 + 0.2, 0.3, f64::INFINITY, 1e300, 1e17];
    list.extend([5e-324, f64::MIN_POSITIVE, f64::MAX, f64::EPSILON, 9_007_199_254_740_991.0]);
    let negative: Vec<f64> = list.iter().map(|value| -value).collect();
    list.extend(negative);
    list
}

/// Distances over the whole range of doubles, each more than one part in 10^6 above the last.
fn distances() -> Vec<f64> {
    let mut list = vec![0.0];
    for exponent in (-1074..=1023).step_by(7) {
        // In two steps: the first factor alone would leave the doubles.
        let d = 2f64.powi(exponent / 2) * 2f64.powi(exponent - exponent / 2);
        list.push(d);
        if exponent > -1040 {
            list.extend([d * 1.000_001_5, d * 1.5, d * 1.500_001_8]);
        } else if exponent > -1073 {
            list.push(d * 1.5);
        }
    }
    list.push(f64::MAX);
    list
}

fn check_pair(name: &str, outcome: bool, value: Truthness, found: &mut Vec<String>) {
    let (came, other) =
        if outcome { (value.to_true, value.to_false) } else { (value.to_false, value.to_true) };
    if came != 1.0 || !(other > 0.0 && other < 1.0) {
        found.push(format!("{name} is {outcome}: {value:?}"));
    }
}

fn holds<T: PartialOrd>(comparison: Comparison, a: &T, b: &T) -> bool {
    match comparison {
        Comparison::Less => a < b,
        Comparison::LessOrEqual => a <= b,
        Comparison::Greater => a > b,
        Comparison::GreaterOrEqual => a >= b,
        Comparison::Equal => a == b,
        Comparison::NotEqual => a != b,
    }
}

fn number_violations(judge: &JudgeNumbers) -> Vec<String> {
    let mut found = Vec::new();
    for comparison in ALL {
        for a in operands() {
            for b in operands() {
                let name = format!("{a:e} {comparison:?} {b:e}");
                check_pair(&name, holds(comparison, &a, &b), judge(comparison, a, b), &mut found);
            }
        }
    }
    for comparison in &ALL[..5] {
        let mut before = 1.0;
        for d in distances() {
            let (a, b) = match comparison {
                Comparison::Greater | Comparison::GreaterOrEqual => (-d, 0.0),
                _ => (d, 0.0),
            };
            if holds(*comparison, &a, &b) {
                continue;
            }
            let near = judge(*comparison, a, b).to_true;
            if near >= before {
                found.push(format!("{comparison:?} at distance {d:e}: {near}, nearer {before}"));
            }
            before = near;
        }
        let (far, infinite) = match comparison {
            Comparison::Greater | Comparison::GreaterOrEqual => (-f64::MAX, f64::NEG_INFINITY),
            _ => (f64::MAX, f64::INFINITY),
        };
        let overflowing = judge(*comparison, far, -far).to_true;
        let endless = judge(*comparison, infinite, 1.0).to_true;
        let unknown = judge(*comparison, f64::NAN, 1.0).to_true;
        if !(before > overflowing && overflowing > endless && endless > unknown) {
            found.push(format!("{comparison:?}: {before} {overflowing} {endless} {unknown}"));
        }
    }
    found
}

fn text_violations(judge: &JudgeTexts) -> Vec<String> {
    let units = |text: &str| text.encode_utf16().collect::<Vec<u16>>();
    let target = units("Hello, world");
    let mut texts: Vec<Vec<u16>> = [
        "Hello, world",
        "Hello, worlc",
        "Hello, wor\u{ffff}",
        "Hello, w😀",
        "Hello,zz",
        "H",
        "",
        "Hello, world12345678",
    ]
    .map(units)
    .into();
    // A lone surrogate, and far away.
    texts.extend([vec![0xd800; 13], vec![0xffff; 400]]);
    let mut found = Vec::new();
    for comparison in ALL {
        for a in &texts {
            for b in &texts {
                let name = format!("{a:x?} {comparison:?} {b:x?}");
                check_pair(&name, holds(comparison, a, b), judge(comparison, a, b), &mut found);
            }
        }
    }
    let wrong = |text: &[u16]| {
        let different = text.iter().zip(&target).filter(|(a, b)| a != b).count();
        different + text.len().abs_diff(target.len())
    };
    for a in &texts {
        for b in &texts {
            if wrong(a) >= wrong(b) || a == &target {
                continue;
            }
            let (near, far) = (
                judge(Comparison::Equal, a, &target).to_true,
                judge(Comparison::Equal, b, &target).to_true,
            );
            if near <= far {
                found.push(format!("{a:x?} is not nearer than {b:x?}: {near} {far}"));
            }
        }
    }
    found
}

type Chain = dyn Fn(&[Operand]) -> Truthness;

/// Not reached < exception < plain miss < near miss < nearer, at each place of chains of each length.
fn chain_violations(and: &Chain, or: &Chain) -> Vec<String> {
    let mut found = Vec::new();
    let near = |d: f64| Operand::Evaluated(number(Comparison::Equal, d, 0.0));
    for length in [1usize, 2, 3, 7, 20_000] {
        for place in [0, length / 2, length - 1] {
            let passed = Operand::Evaluated(Truthness::of(true, MISS));
            let at = |operand: Operand| {
                let mut operands = vec![passed; place];
                operands.push(operand);
                operands.resize(length, Operand::NotReached);
                operands
            };
            let negated = |operands: &[Operand]| -> Vec<Operand> {
                let not = |operand: &Operand| match *operand {
                    Operand::Evaluated(value) => Operand::Evaluated(!value),
                    other => other,
                };
                operands.iter().map(not).collect()
            };
            let miss = Operand::Evaluated(Truthness::of(false, MISS));
            let mut before = 0.0;
            for operand in [Operand::Threw, miss, near(f64::INFINITY), near(1e9), near(1e-300)] {
                let operands = at(operand);
                let (one, other) = (and(&operands), or(&negated(&operands)));
                if one.to_true <= before || one.to_true >= 1.0 || one.to_true != other.to_false {
                    found.push(format!("{place} of {length}, {operand:?}: {one:?} {other:?}"));
                }
                if operand != Operand::Threw && (one.to_false != 1.0 || other.to_true != 1.0) {
                    found.push(format!("{place} of {length}: the outcome is not 1"));
                }
                before = one.to_true;
            }
        }
    }
    found
}

/// What is put in wrongly on purpose.
const SABOTAGE: [fn(Truthness) -> Truthness; 3] = [
    |value| Truthness::of(value.outcome(), 0.5),
    |value| {
        let turned = |side: f64| if side == 1.0 { 1.0 } else { 1.0001 - side };
        Truthness { to_true: turned(value.to_true), to_false: turned(value.to_false) }
    },
    |value| !value,
];

#[test]
fn the_levels_are_in_order() {
    const { assert!(0.0 < EXCEPTION && EXCEPTION < MISS && MISS < NEAR_FLOOR && NEAR_FLOOR < 1.0) };
}

#[test]
fn numbers_keep_the_invariants_and_sabotage_is_seen() {
    assert_eq!(number_violations(&number), Vec::<String>::new());
    for (index, broken) in SABOTAGE.iter().enumerate() {
        let found = number_violations(&|c, a, b| broken(number(c, a, b)));
        assert!(!found.is_empty(), "sabotage {index} is not seen");
    }
}

#[test]
fn texts_keep_the_invariants_and_sabotage_is_seen() {
    assert_eq!(text_violations(&|c, a, b| text(c, a, b)), Vec::<String>::new());
    for (index, broken) in SABOTAGE.iter().enumerate() {
        let found = text_violations(&|c, a, b| broken(text(c, a, b)));
        assert!(!found.is_empty(), "sabotage {index} is not seen");
    }
}

#[test]
fn chains_keep_the_invariants_and_sabotage_is_seen() {
    assert_eq!(chain_violations(&and, &or), Vec::<String>::new());
    for (index, broken) in SABOTAGE.iter().enumerate() {
        let found = chain_violations(&|list| broken(and(list)), &|list| broken(or(list)));
        assert!(!found.is_empty(), "sabotage {index} is not seen");
    }
}
