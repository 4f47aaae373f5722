//! A format that nothing but its own folder knows is sampled, mutated, suggested, restored and searched like any other.

use nearmiss_search::gene::{Gene, MutationContext};
use nearmiss_search::{FieldSpec, GeneSpec, GeneValue, JsonType, SearchOptions};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use crate::dummy::FORMAT;
use crate::toy::{self, Call, Flat, Toy, Trace};

const TICKET: GeneSpec = GeneSpec::Format(&FORMAT);

fn number(value: &GeneValue) -> u16 {
    let GeneValue::Text(units) = value else { panic!("{value:?} is no text") };
    let text = String::from_utf16(units).unwrap();
    let digits = text.strip_prefix("T-").filter(|digits| digits.len() == 4);
    digits.and_then(|digits| digits.parse().ok()).unwrap_or_else(|| panic!("{text} is no ticket"))
}

#[test]
fn a_value_stays_of_its_format_and_follows_from_the_seed() {
    assert_eq!(TICKET.json_type(), Some(JsonType::String));
    let mut changed = 0;
    for seed in 0..50 {
        let mut rngs = [Pcg64Mcg::seed_from_u64(seed), Pcg64Mcg::seed_from_u64(seed)];
        let mut genes = rngs.each_mut().map(|rng| Gene::new(&TICKET, rng));
        for step in 0..40 {
            let before = genes[0].value();
            number(&before);
            let copy = genes[0].clone();
            for (gene, rng) in genes.iter_mut().zip(&mut rngs) {
                if step % 10 == 9 {
                    gene.randomize(rng);
                } else {
                    let mutated = gene.mutate(&mut MutationContext::new(rng));
                    assert_eq!(mutated.changed(), gene.value() != before);
                    changed += usize::from(mutated.changed());
                }
            }
            assert_eq!(genes[0].value(), genes[1].value(), "the same seed, the same values");
            assert_eq!(copy.value(), before, "a copy stands for itself");
            assert!(!genes[0].set_value(&GeneValue::text("T-12")), "no value of the format");
        }
    }
    assert!(changed > 1000, "{changed}");
}

#[test]
fn a_value_inside_of_others_is_one_of_them() {
    let field = |name: &str, spec| FieldSpec { name: name.to_owned(), spec };
    let suggested = GeneSpec::Suggested {
        values: vec![GeneValue::text("T-0007")],
        inner: Box::new(GeneSpec::Nullable(Box::new(TICKET))),
    };
    let list = GeneSpec::Array { item: Box::new(TICKET), min: 1, max: 3, unique: true };
    let spec = GeneSpec::Object {
        fields: vec![field("first", suggested), field("rest", list)],
        additional: None,
    };
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let mut gene = Gene::new(&spec, &mut rng);
    assert!(gene.suggest(0));
    for _ in 0..100 {
        gene.complete();
        let GeneValue::Record(fields) = gene.value() else { panic!("{gene:?}") };
        let [(_, first), (_, GeneValue::List(rest))] = &fields[..] else { panic!("{fields:?}") };
        assert!(rest.iter().chain([first]).all(|value| number(value) < 10_000));
        assert_eq!(Gene::holding(&spec, &gene.value()).value(), gene.value());
        gene.mutate(&mut MutationContext::new(&mut rng));
    }
}

#[test]
fn a_search_comes_to_the_one_value_that_is_asked_for() {
    fn program(call: &Call, trace: &mut Trace) {
        let text = call.text(0);
        let number = text.strip_prefix("T-").and_then(|digits| digits.parse().ok());
        if trace.branch(0, f64::from(u8::from(number.is_none()))) {
            trace.equal(1, number.unwrap_or(0), 7_777);
        }
    }
    for seed in 1..=5 {
        let mut evaluator = Toy::new(program, 3_000);
        evaluator.goal = vec![2];
        let options = SearchOptions { seed, ..SearchOptions::default() };
        let outcome = toy::search(&Flat::new(&[&[TICKET]]), &mut evaluator, options);
        assert!(toy::covered(&outcome).contains(&2), "seed {seed}: {:?}", outcome.near_misses);
    }
}
