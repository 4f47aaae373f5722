//! Text from the tree of an expression. What is sampled is a wish; the matcher has the last word.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::tree::{Node, Pattern, code_points, push_code_point};

/// Most rounds of a repetition beyond its minimum, at first.
const ROUNDS: u32 = 4;
/// Probability that text that may match anywhere gets something before or behind it.
const SURROUND: f64 = 0.1;
/// Longest text that is sampled.
const LIMIT: usize = 1500;
/// Most nodes entered for one text: repetitions of what is empty make no text that could end them.
const MOST_STEPS: u32 = 20_000;

/// Samples text for `pattern`. Later attempts repeat more, towards `min` units, and put the samples
/// of lookaheads in.
pub(super) fn sample(
    pattern: &Pattern,
    min: usize,
    whole: bool,
    attempt: u32,
    rng: &mut Pcg64Mcg,
) -> Vec<u16> {
    let wanted = u32::try_from(min).unwrap_or(u32::MAX);
    let rounds = match attempt % 4 {
        0 => ROUNDS,
        1 => ROUNDS.max(wanted),
        2 => 0,
        _ => ROUNDS.max(wanted.saturating_mul(2)).max(12),
    };
    let mut sampler = Sampler {
        rng,
        rounds,
        at_least: if attempt % 4 == 1 { wanted } else { 0 },
        out: Vec::new(),
        captures: vec![Vec::new(); pattern.groups + 1],
        wishes: Vec::new(),
        steps: 0,
    };
    sampler.node(&pattern.root);
    let Sampler { mut out, wishes, rng, .. } = sampler;
    if attempt % 2 == 1 || rng.random_bool(0.5) {
        for (from, wish) in wishes {
            overlay(&mut out, from, &wish, rng);
        }
    }
    if !whole && rng.random_bool(SURROUND) {
        let extra = super::super::text::random_unit(true, rng);
        let at = if rng.random() { 0 } else { out.len() };
        out.insert(at, u32::from(extra));
    }
    let mut units = Vec::with_capacity(out.len());
    for point in out {
        push_code_point(&mut units, point);
    }
    // Neighbouring lone surrogates may have become a pair; the matcher sees the text as it is.
    debug_assert!(code_points(&units).len() <= units.len());
    units
}

/// Writes `wish` over the text somewhere at or behind `from`.
fn overlay(out: &mut Vec<u32>, from: usize, wish: &[u32], rng: &mut Pcg64Mcg) {
    if wish.is_empty() {
        return;
    }
    let last = out.len().saturating_sub(wish.len());
    let at = if last > from { rng.random_range(from..=last) } else { from.min(out.len()) };
    let end = (at + wish.len()).min(out.len());
    out.splice(at..end, wish.iter().copied());
}

struct Sampler<'a> {
    rng: &'a mut Pcg64Mcg,
    rounds: u32,
    at_least: u32,
    out: Vec<u32>,
    captures: Vec<Vec<u32>>,
    /// What lookarounds want to see, with the position where they stand.
    wishes: Vec<(usize, Vec<u32>)>,
    /// Nodes entered.
    steps: u32,
}

impl Sampler<'_> {
    fn is_over(&self) -> bool {
        self.out.len() > LIMIT || self.steps > MOST_STEPS
    }

    fn node(&mut self, node: &Node) {
        if self.is_over() {
            return;
        }
        self.steps += 1;
        match node {
            Node::Empty | Node::Start | Node::End | Node::WordBoundary(_) => {}
            Node::Set(set) => self.out.extend(set.sample(self.rng)),
            Node::Capture(number, inner) => {
                let start = self.out.len();
                self.node(inner);
                self.captures[*number] = self.out[start..].to_vec();
            }
            Node::BackReference(number, _) => {
                let captured = self.captures.get(*number).cloned().unwrap_or_default();
                self.out.extend(captured);
            }
            Node::Look { negative: true, .. } => {}
            Node::Look { ahead, inner, .. } => {
                let start = self.out.len();
                // `(?=.*\d)` wants a digit; what stands before it is there already.
                let (rounds, at_least) = (self.rounds, self.at_least);
                (self.rounds, self.at_least) = (0, 0);
                self.node(inner);
                (self.rounds, self.at_least) = (rounds, at_least);
                let wish = self.out.split_off(start);
                if *ahead {
                    self.wishes.push((start, wish));
                } else {
                    let from = start.saturating_sub(wish.len());
                    self.out.splice(from.., wish);
                }
            }
            Node::Sequence(nodes) => {
                for node in nodes {
                    self.node(node);
                }
            }
            Node::Alternatives(nodes) => {
                let index = self.rng.random_range(0..nodes.len());
                self.node(&nodes[index]);
            }
            Node::Repeat { inner, min, max, .. } => {
                let low = (*min).max(self.at_least.min(*max));
                let high = (*max).min(low.saturating_add(self.rounds));
                let rounds = self.rng.random_range(low..=high.max(low));
                for _ in 0..rounds {
                    self.node(inner);
                    if self.is_over() {
                        return;
                    }
                }
            }
        }
    }
}
