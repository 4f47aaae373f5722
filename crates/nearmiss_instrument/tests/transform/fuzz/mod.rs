//! The transform on arbitrary text: never a panic, never a signal, and what comes out of a valid
//! program is a valid program, for swc and for V8.
//!
//! `NEARMISS_FUZZ_CASES=200000 cargo test --release -p nearmiss_instrument fuzz` is the full
//! form; `NEARMISS_FUZZ_SEED=n` starts elsewhere. Case `n` is made from seed `n` alone.

mod corpus;
mod grammar;
mod nesting;
mod soup;
mod v8;

use std::collections::{BTreeMap, VecDeque};
use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind};

use arbitrary::Unstructured;
use nearmiss_instrument::lower::{LowerOptions, Syntax, lower};
use nearmiss_instrument::{InstrumentOptions, Logical, ModuleKind, plan};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

use self::corpus::Corpus;
use self::v8::V8;

/// Cases of the form that runs in `cargo test`.
const FEW_CASES: u64 = 1_500;
/// Choices of a case, in bytes.
const CHOICES: usize = 1_024;
/// Cases that V8 may be behind: it works on another core. Answers are short, so the pipe that they
/// come through does not fill up and neither side waits for ever.
const OPEN_QUESTIONS: usize = 64;
/// First slot of emitted text.
const BASE: u32 = 16;

/// One text and how it is to be read.
struct Case {
    kind: &'static str,
    text: String,
    file: &'static str,
    module: ModuleKind,
    logical: Logical,
}

/// What the transform made of a case.
enum Outcome {
    /// It was refused.
    Refused,
    /// It was doubted or passed through: nothing is promised.
    Doubted,
    /// Probed text of a program that swc does not doubt, and the program without probes.
    Probed { plain: String, probed: String, module: bool },
}

fn case(choices: &[u8], corpus: &Corpus) -> Case {
    let mut u = Unstructured::new(choices);
    let pick = |u: &mut Unstructured<'_>, n: usize| u.choose_index(n).unwrap_or(0);
    let (kind, text): (_, String) = match pick(&mut u, 20) {
        0 => ("letters", soup::letters(&mut u)),
        1..=4 => ("soup", soup::tokens(&mut u)),
        5 => ("nesting", nesting::nested(&mut u)),
        6..=12 => ("mutation", corpus.mutated(&mut u)),
        _ => ("grammar", grammar::program(&mut u)),
    };
    let file = ["a.js", "a.js", "a.js", "a.mjs", "a.ts", "a.jsx", "a.tsx"][pick(&mut u, 7)];
    let module = [ModuleKind::Auto, ModuleKind::CommonJs, ModuleKind::Esm][pick(&mut u, 3)];
    let logical = [Logical::Inline, Logical::Closure][pick(&mut u, 2)];
    Case { kind, text, file, module, logical }
}

/// Instruments a case. Panics where the transform does, and when its output does not parse.
fn run(case: &Case) -> Outcome {
    let lower_options = LowerOptions {
        syntax: Syntax::of_file(case.file).unwrap_or_default(),
        commonjs: case.module == ModuleKind::CommonJs,
        ..LowerOptions::for_file(case.file)
    };
    let options = InstrumentOptions {
        module: case.module,
        logical: case.logical,
        lower: lower_options.clone(),
        ..InstrumentOptions::for_file(case.file)
    };
    let Ok(planned) = plan(&case.text, &options) else { return Outcome::Refused };
    let slots = planned.table().slots.len();
    assert!(planned.texts().iter().all(|(slot, _)| (*slot as usize) < slots), "a text has a slot");
    let emitted = planned.emit(BASE);
    if planned.is_already_instrumented() || !planned.diagnostics().is_empty() {
        return Outcome::Doubted;
    }
    let again = InstrumentOptions {
        module: if planned.is_module() { ModuleKind::Esm } else { ModuleKind::CommonJs },
        ..InstrumentOptions::for_file("probed.js")
    };
    let again = plan(&emitted.code, &again).expect("the output parses");
    assert_eq!(again.diagnostics(), [], "the parser doubts the output");
    assert_eq!(again.is_module(), planned.is_module(), "the output is of the same kind");
    assert!(slots == 0 || again.is_already_instrumented(), "the output shows that it is probed");
    let plain = lower(&case.text, &lower_options).expect("it was compiled before").code;
    let lines = |text: &str| text.matches(['\n', '\r', '\u{2028}', '\u{2029}']).count();
    assert_eq!(lines(&emitted.code), lines(&plain), "no newline is added");
    Outcome::Probed { plain, probed: emitted.code, module: planned.is_module() }
}

/// What is wrong with a case, if anything.
fn failure(choices: &[u8], corpus: &Corpus, v8: &mut V8) -> Option<String> {
    match catch_unwind(AssertUnwindSafe(|| run(&case(choices, corpus)))) {
        Err(panic) => Some(words(&*panic)),
        Ok(Outcome::Probed { plain, probed, module }) => v8.complaint(&plain, &probed, module),
        Ok(_) => None,
    }
}

fn words(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it panicked").to_owned()
}

/// Fewer choices that fail as well: pieces are cut out while that works.
fn shrunk(choices: &[u8], corpus: &Corpus, v8: &mut V8) -> Vec<u8> {
    let mut best = choices.to_vec();
    let mut piece = best.len() / 2;
    while piece > 0 {
        let mut at = 0;
        while at + piece <= best.len() {
            let mut fewer = best.clone();
            fewer.drain(at..at + piece);
            if failure(&fewer, corpus, v8).is_some() {
                best = fewer;
            } else {
                at += piece;
            }
        }
        piece /= 2;
    }
    best
}

fn number(name: &str, default: u64) -> u64 {
    env::var(name).ok().map_or(default, |text| text.parse().expect("a number"))
}

fn choices(seed: u64) -> Vec<u8> {
    let mut choices = vec![0; CHOICES];
    Pcg64Mcg::seed_from_u64(seed).fill_bytes(&mut choices);
    choices
}

#[test]
#[expect(clippy::print_stdout, reason = "a full run says what it ran")]
fn any_text_is_taken_or_refused_and_valid_programs_stay_valid() {
    let cases = number("NEARMISS_FUZZ_CASES", FEW_CASES);
    let first = number("NEARMISS_FUZZ_SEED", 1);
    let corpus = Corpus::read();
    let mut v8 = V8::start();
    let mut counts: BTreeMap<&str, [u64; 3]> = BTreeMap::new();
    // What a panic says is part of the failure, and a case may panic many times while it shrinks.
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let mut failed = None;
    let mut asked = VecDeque::new();
    for seed in first..first + cases {
        let choices = choices(seed);
        let case = case(&choices, &corpus);
        let counts = counts.entry(case.kind).or_default();
        match catch_unwind(AssertUnwindSafe(|| run(&case))) {
            Err(_) => failed = failed.or(Some(seed)),
            Ok(Outcome::Refused) => counts[0] += 1,
            Ok(Outcome::Doubted) => counts[1] += 1,
            Ok(Outcome::Probed { plain, probed, module }) => {
                counts[2] += 1;
                v8.ask(&plain, &probed, module);
                asked.push_back(seed);
            }
        }
        let open = if seed + 1 == first + cases || failed.is_some() { 0 } else { OPEN_QUESTIONS };
        while asked.len() > open {
            let seed = asked.pop_front();
            if v8.answer().is_some() {
                failed = failed.or(seed);
            }
        }
        if failed.is_some() {
            break;
        }
    }
    let told = failed.map(|seed| {
        let small = shrunk(&choices(seed), &corpus, &mut v8);
        let why = failure(&small, &corpus, &mut v8).unwrap_or_default();
        let Case { kind, text, file, module, .. } = case(&small, &corpus);
        format!("seed {seed} ({kind}, {file}, {module:?}): {why}\n{text}")
    });
    std::panic::set_hook(before);
    assert!(told.is_none(), "{}", told.unwrap_or_default());
    println!("{cases} cases from seed {first}, 0 failures");
    for (kind, [refused, doubted, probed]) in &counts {
        println!(
            "{kind:>10}: {probed} probed and taken by V8, {doubted} doubted, {refused} refused"
        );
    }
    if cases >= FEW_CASES {
        let probed = |kind: &str| counts.get(kind).map_or(0, |count| count[2]);
        // A fuzzer of which nothing arrives shows nothing.
        assert!(probed("grammar") * 20 > cases, "valid programs are common: {counts:?}");
        assert!(probed("mutation") * 50 > cases, "so are valid mutations: {counts:?}");
    }
}
