//! Each problem must be solved for every seed within its calls.

use nearmiss_search::{Algorithm, GeneSpec, GeneValue, SearchOptions, Specialisation};

use crate::toy::{self, Call, Flat, Program, Toy, Trace, int32, text};

/// Asserts that seeds 1 to `seeds` cover `goal` within `calls`.
fn solves(name: &str, program: Program, sampler: &Flat, goal: &[u32], calls: u64, seeds: u64) {
    let mut needed: Vec<u64> = Vec::new();
    let mut failed: Vec<u64> = Vec::new();
    for seed in 1..=seeds {
        let mut evaluator = Toy::new(program, calls);
        evaluator.goal = goal.to_vec();
        let options = SearchOptions { seed, ..SearchOptions::default() };
        let outcome = toy::search(sampler, &mut evaluator, options);
        let covered = toy::covered(&outcome);
        if goal.iter().all(|target| covered.contains(target)) {
            needed.push(outcome.calls);
        } else {
            failed.push(seed);
        }
    }
    needed.sort_unstable();
    assert!(
        failed.is_empty(),
        "{name}: seeds {failed:?} failed within {calls} calls; the others took {needed:?}"
    );
    // Shown with --nocapture, to see how far a change moves it.
    eprintln_for_people(name, &needed);
}

#[expect(clippy::print_stderr, reason = "a figure for people who run this test by hand")]
fn eprintln_for_people(name: &str, needed: &[u64]) {
    eprintln!("{name}: median {} most {:?} calls", needed[needed.len() / 2], needed.last());
}

#[test]
fn one_number_among_all_of_32_bits() {
    fn program(call: &Call, trace: &mut Trace) {
        trace.equal(0, call.integer(0), 1_234_567_891);
    }
    solves("number", program, &Flat::new(&[&[int32()]]), &[0], 2_000, 20);
}

#[test]
fn two_numbers_that_depend_on_each_other() {
    fn program(call: &Call, trace: &mut Trace) {
        let (x, y) = (call.integer(0), call.integer(1));
        if trace.less(0, 100_000, x) && trace.equal(1, x, y.saturating_mul(3).saturating_sub(77)) {
            trace.cover(100);
        }
    }
    solves("two numbers", program, &Flat::new(&[&[int32(), int32()]]), &[100], 8_000, 20);
}

#[test]
fn triangle() {
    fn program(call: &Call, trace: &mut Trace) {
        // Doubles, as in JavaScript, though the inputs are whole.
        let [a, b, c] = [0, 1, 2].map(|input| call.integer(input).clamp(-1 << 60, 1 << 60));
        if trace.less(0, 0, a) && trace.less(1, 0, b) && trace.less(2, 0, c) {
            if trace.equal(3, a, b) {
                if trace.equal(4, b, c) {
                    trace.cover(100);
                } else {
                    trace.cover(101);
                }
            } else if trace.less(5, c, a + b) && trace.less(6, a, b + c) && trace.less(7, b, a + c)
            {
                if trace.equal(8, b, c) {
                    trace.cover(102);
                } else if trace.equal(9, a, c) {
                    trace.cover(103);
                } else {
                    trace.cover(104);
                }
            } else {
                trace.cover(105);
            }
        }
    }
    let sampler = Flat::new(&[&[int32(), int32(), int32()]]);
    solves("triangle", program, &sampler, &[100, 101, 102, 103, 104, 105], 2_000, 20);
}

#[test]
fn remainder_of_doubles() {
    fn program(call: &Call, trace: &mut Trace) {
        let GeneValue::Double(x) = call.inputs[0] else { return };
        trace.branch(0, (x - 0.3).abs());
        trace.branch(1, (x - 1e-7).abs());
        trace.branch(2, (x + 12_345.678).abs());
        trace.branch(3, (x - 6.02e23).abs());
    }
    let spec = GeneSpec::Double { min: f64::MIN, max: f64::MAX, multiple_of: 0.0 };
    solves("doubles", program, &Flat::new(&[&[spec]]), &[0, 2, 4, 6], 20_000, 10);
}

#[test]
fn a_string_by_gradient_alone() {
    fn program(call: &Call, trace: &mut Trace) {
        // Shifted by one, so that taint cannot tell.
        let text: String = call.text(0).chars().rev().collect();
        trace.branch(0, if text == "ssim-raen" { 0.0 } else { distance(&text, "ssim-raen") });
    }
    fn distance(a: &str, b: &str) -> f64 {
        let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
        let wrong: f64 = a
            .iter()
            .zip(&b)
            .filter(|(x, y)| x != y)
            .map(|(x, y)| 1.0 + f64::from((*x as u32).abs_diff(*y as u32)) / 65_536.0)
            .sum();
        wrong + 1.5 * a.len().abs_diff(b.len()) as f64
    }
    solves("gradient text", program, &Flat::new(&[&[text()]]), &[0], 20_000, 10);
}

#[test]
fn a_long_string_by_taint() {
    fn program(call: &Call, trace: &mut Trace) {
        let wanted = "a quite long text that no mutation would ever find by itself";
        trace.same_text(0, &call.text(0), wanted);
    }
    solves("taint", program, &Flat::new(&[&[text()]]), &[0], 200, 20);
}

#[test]
fn one_constant_behind_another() {
    fn program(call: &Call, trace: &mut Trace) {
        if trace.same_text(0, &call.text(0), "first long constant")
            && trace.same_text(1, &call.text(1), "second long constant")
            && trace.same_text(2, &call.text(2), "third long constant")
        {
            trace.cover(100);
        }
    }
    solves("nested taint", program, &Flat::new(&[&[text(), text(), text()]]), &[100], 500, 20);
}

#[test]
fn one_of_many_constants_for_an_input() {
    fn program(call: &Call, trace: &mut Trace) {
        let words = ["plus", "minus", "times", "divide", "power", "root", "sine", "cosine"];
        for (n, word) in words.into_iter().enumerate() {
            trace.same_text(u32::try_from(n).unwrap(), &call.text(0), word);
        }
    }
    let goal: Vec<u32> = (0..8).map(|n| 2 * n).collect();
    solves("many constants", program, &Flat::new(&[&[text()]]), &goal, 600, 20);
}

#[test]
fn equal_inputs_that_are_also_a_constant() {
    fn program(call: &Call, trace: &mut Trace) {
        let (a, b) = (call.text(0), call.text(1));
        if let Some(other) = toy::taint_number(&b) {
            trace.fact(&a, Specialisation::EqualTo(other));
        }
        let equal = a == b;
        trace.raise(200, if equal { 1.0 } else { 0.3 });
        if equal && trace.same_text(0, &a, "the same secret twice") {
            trace.cover(100);
        }
    }
    solves("equal inputs", program, &Flat::new(&[&[text(), text()]]), &[100], 1_000, 20);
}

#[test]
fn a_regular_expression_by_taint() {
    fn program(call: &Call, trace: &mut Trace) {
        let text = call.text(0);
        trace.fact(&text, Specialisation::RegexPartial("^[A-Z]{3}-\\d{4}(?=.*!)[a-z!]+$".into()));
        let bytes = text.as_bytes();
        let matches = bytes.len() > 8
            && bytes[..3].iter().all(u8::is_ascii_uppercase)
            && bytes[3] == b'-'
            && bytes[4..8].iter().all(u8::is_ascii_digit)
            && bytes[8..].iter().all(|b| b.is_ascii_lowercase() || *b == b'!')
            && bytes.contains(&b'!');
        trace.raise(0, if matches { 1.0 } else { 0.2 });
        if matches {
            // Something about the text within the expression.
            trace.branch(1, f64::from(bytes[7].abs_diff(b'7')));
        }
    }
    solves("regex", program, &Flat::new(&[&[text()]]), &[0, 2], 1_000, 20);
}

#[test]
fn text_that_is_taken_apart() {
    fn program(call: &Call, trace: &mut Trace) {
        let (folder, file) = (call.text(0), call.text(1));
        let Some((stem, suffix)) = file.rsplit_once('.') else {
            trace.fact(&file, Specialisation::Contains(vec![u16::from(b'.')]));
            trace.raise(0, 0.3);
            return;
        };
        trace.cover(0);
        if stem.is_empty() {
            return;
        }
        let pairs = [("texts", "plain"), ("programs", "binary"), ("pictures", "bitmap")];
        for (n, (wanted, kind)) in pairs.into_iter().enumerate() {
            let n = 10 + 2 * u32::try_from(n).unwrap();
            if trace.same_text(n, &folder, wanted) {
                trace.same_text(n + 1, suffix, kind);
            }
        }
    }
    solves("parts", program, &Flat::new(&[&[text(), text()]]), &[0, 22, 26, 30], 5_000, 20);
}

#[test]
fn one_input_within_another() {
    fn program(call: &Call, trace: &mut Trace) {
        let (hay, needle) = (call.text(0), call.text(1));
        if needle.len() > 2 && hay.len() > needle.len() {
            let back: String = needle.chars().rev().collect();
            trace.raise(0, if hay.contains(&needle) { 1.0 } else { 0.2 });
            trace.raise(1, if hay.contains(&back) { 1.0 } else { 0.2 });
        }
    }
    solves("needle", program, &Flat::new(&[&[text(), text()]]), &[0, 1], 6_000, 20);
}

#[test]
fn an_enumeration_that_is_wrong() {
    fn program(call: &Call, trace: &mut Trace) {
        trace.same_text(0, &call.text(0), "undocumented");
    }
    let spec = GeneSpec::Enum(vec![GeneValue::text("on"), GeneValue::text("off")]);
    solves("wrong schema", program, &Flat::new(&[&[spec]]), &[0], 2_000, 20);
}

#[test]
fn a_deceptive_distance() {
    fn program(call: &Call, trace: &mut Trace) {
        let x = call.integer(0);
        // Most of the slope leads to 0, which is 50 from the aim; the aim is at 900.
        let distance =
            if x < 300 { x.saturating_abs().saturating_add(50) } else { x.abs_diff(900) as i64 };
        trace.branch(0, distance as f64);
    }
    solves("deceptive", program, &Flat::new(&[&[int32()]]), &[0], 10_000, 20);
}

#[test]
fn flags_that_must_all_be_set() {
    fn program(call: &Call, trace: &mut Trace) {
        let set = call.inputs.iter().filter(|v| **v == GeneValue::Boolean(true)).count();
        trace.branch(0, 12.0 - set as f64);
    }
    let flags = [const { GeneSpec::Boolean }; 12];
    solves("flags", program, &Flat::new(&[&flags]), &[0], 2_000, 20);
}

#[test]
fn a_call_that_needs_the_answer_of_another() {
    fn program(call: &Call, trace: &mut Trace) {
        match call.template {
            0 => {
                // An id that nobody guesses.
                let id = 900_000_000 + call.integer(0).rem_euclid(1000);
                *trace.answers.last_mut().unwrap() = id;
                trace.cover(50);
            }
            _ => {
                let known = trace.answers.contains(&call.integer(0));
                trace.raise(0, if known { 1.0 } else { 0.1 });
                if known {
                    trace.equal(1, call.integer(1), 31_337);
                }
            }
        }
    }
    let mut sampler = Flat::new(&[&[int32()], &[int32(), int32()]]);
    sampler.links = true;
    solves("sequence", program, &sampler, &[0, 2], 6_000, 20);
}

#[test]
fn mio_beats_random_search() {
    fn program(call: &Call, trace: &mut Trace) {
        let (a, b) = (call.integer(0), call.integer(1));
        let text = call.text(2);
        for n in 0..10 {
            trace.equal(n, a, 5_000 + i64::from(n) * 1_111_111);
        }
        if trace.less(20, 1000, b) && trace.equal(21, a.wrapping_add(b), 123_456) {
            trace.cover(100);
        }
        for (n, word) in ["get", "put", "patch", "delete"].into_iter().enumerate() {
            if trace.same_text(30 + u32::try_from(n).unwrap(), &text, word) {
                trace.equal(40 + u32::try_from(n).unwrap(), b, 99_999);
            }
        }
    }
    let sampler = Flat::new(&[&[int32(), int32(), text()]]);
    let count = |algorithm, seed| {
        let mut evaluator = Toy::new(program, 10_000);
        let options = SearchOptions { seed, algorithm, ..SearchOptions::default() };
        toy::search(&sampler, &mut evaluator, options).archive.len()
    };
    for seed in 1..=5 {
        let (mio, random) = (count(Algorithm::Mio, seed), count(Algorithm::Random, seed));
        assert!(mio > random + 5, "seed {seed}: MIO {mio}, random {random}");
    }
}
