use std::sync::Arc;

use rand::SeedableRng;

use super::super::contract::gene_contract;
use super::*;
use crate::Specialisation;
use crate::TaintFact;
use crate::gene::formats::uuid;
use crate::gene::free_text::{MetText, TaintedText, ToldText};
use crate::gene::{Gene, TaintUse};
use crate::{Action, Codec, FieldSpec, GeneSpec, Individual, TaintNumbers, TemplateId};

fn text(min_len: usize, max_len: usize) -> GeneSpec {
    GeneSpec::Text { min_len, max_len }
}

fn of_length(value: &GeneValue, min: usize, max: usize) -> bool {
    matches!(value, GeneValue::Text(units) if (min..=max).contains(&units.len()))
}

gene_contract!(unbounded, text(0, usize::MAX), |v| of_length(v, 0, 1000));
gene_contract!(short, text(1, 3), |v| of_length(v, 1, 3));
gene_contract!(empty, text(0, 0), |v| of_length(v, 0, 0));
gene_contract!(exact, text(30, 30), |v| of_length(v, 30, 30));
gene_contract!(long, text(600, 700), |v| of_length(v, 600, 700));

fn units(text: &str) -> Vec<u16> {
    text.encode_utf16().collect()
}

fn string(gene: &TextGene) -> String {
    String::from_utf16_lossy(&gene.units())
}

#[test]
fn tainted_text_keeps_its_length_bounds() {
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let mut short = TextGene::new(0, 9, Gene::new, &mut rng);
    assert!(!short.taint(0), "there is no room");
    assert_eq!(short.taint_number(), None);
    let mut padded = TextGene::new(14, 20, Gene::new, &mut rng);
    assert!(padded.taint(7));
    assert_eq!(string(&padded), "_EM_00007_XYZ_");
    let mut free = TextGene::new(0, 100, Gene::new, &mut rng);
    assert!(free.taint(12));
    assert_eq!(string(&free), "_EM_12_XYZ_");
}

#[test]
fn mutation_taints_as_often_as_it_is_told() {
    let mut rng = Pcg64Mcg::seed_from_u64(2);
    let mut count = 0;
    for _ in 0..1000 {
        let mut gene = TextGene::new(0, 50, Gene::new, &mut rng);
        let mut numbers = TaintNumbers::default();
        let mut context = MutationContext::new(&mut rng);
        context.taint = Some(TaintUse { probability: 0.5, whole: 1.0, numbers: &mut numbers });
        assert!(gene.mutate(&mut context).changed());
        count += usize::from(gene.taint_number().is_some());
    }
    assert!((430..570).contains(&count), "{count} of 1000");
}

#[test]
fn untried_facts_are_taken_first_and_each_in_turn() {
    let mut rng = Pcg64Mcg::seed_from_u64(3);
    let mut gene = TextGene::new(0, 50, Gene::new, &mut rng);
    let words = ["alpha", "beta", "gamma", "delta"];
    gene.taint(0);
    for word in words {
        assert!(gene.learn(&Specialisation::Constant(units(word))));
        assert!(!gene.learn(&Specialisation::Constant(units(word))), "no news twice");
    }
    let mut seen = std::collections::BTreeSet::new();
    let mut numbers = TaintNumbers::default();
    for _ in 0..10 {
        let mut context = MutationContext::new(&mut rng);
        context.taint = Some(TaintUse { probability: 0.1, whole: 1.0, numbers: &mut numbers });
        gene.mutate(&mut context);
        seen.insert(string(&gene));
    }
    for word in words {
        assert!(seen.contains(word), "{word} was not tried: {seen:?}");
    }
    assert!(!gene.has_untried());
}

#[test]
fn each_specialisation_holds_after_many_mutations() {
    type Holds = fn(&str) -> bool;
    let of = |spec| Specialisation::Of(Arc::new(spec));
    let size = FieldSpec { name: "size".to_owned(), spec: GeneSpec::Open };
    let record = GeneSpec::Object { fields: vec![size], additional: None };
    let cases: &[(Specialisation, Holds)] = &[
        (Specialisation::Constant(units("only")), |s| s == "only"),
        (Specialisation::ConstantIgnoreCase(units("aBc1")), |s| s.eq_ignore_ascii_case("abc1")),
        (Specialisation::Prefix(units("pre:")), |s| s.starts_with("pre:")),
        (Specialisation::Suffix(units(".doc")), |s| s.ends_with(".doc")),
        (Specialisation::Contains(units("@@")), |s| s.contains("@@")),
        (Specialisation::Number(None), |s| s.parse::<f64>().is_ok()),
        (Specialisation::Number(Some(3.5)), |s| s.parse::<f64>().is_ok()),
        (Specialisation::Date, |s| s.len() >= 10 && s.as_bytes()[4] == b'-'),
        (Specialisation::RegexWhole("[a-c]{2}-\\d+".into()), |s| {
            s.len() >= 4 && s.as_bytes()[2] == b'-' && s[3..].bytes().all(|b| b.is_ascii_digit())
        }),
        (Specialisation::RegexPartial("^v\\d$".into()), |s| s.len() == 2 && s.starts_with('v')),
        (of(GeneSpec::Integer { min: 3, max: 50, multiple_of: 0 }), |s| {
            s.parse::<u8>().is_ok_and(|number| (3..=50).contains(&number))
        }),
        (of(GeneSpec::Format(&uuid::FORMAT)), |s| s.len() == 36 && s.as_bytes()[14] == b'4'),
        (of(GeneSpec::Boolean), |s| s == "true" || s == "false"),
        (of(record), |s| s.starts_with("{\"size\":") && s.ends_with('}')),
    ];
    for (specialisation, holds) in cases {
        for seed in 0..40 {
            let mut rng = Pcg64Mcg::seed_from_u64(seed);
            let mut special = SpecialText::new(specialisation, None, Gene::new, &mut rng);
            for _ in 0..40 {
                let text = String::from_utf16_lossy(&special.units());
                assert!(holds(&text), "{specialisation:?} gave {text:?}");
                special.mutate(&mut MutationContext::new(&mut rng));
            }
        }
    }
    let mut rng = Pcg64Mcg::seed_from_u64(0);
    let wanted = SpecialText::new(&Specialisation::Number(Some(42.0)), None, Gene::new, &mut rng);
    assert_eq!(wanted.units(), units("42"), "a wanted number comes first");
}

#[test]
fn facts_reach_the_gene_that_holds_their_number() {
    let mut rng = Pcg64Mcg::seed_from_u64(5);
    let spec = text(0, 50);
    let genes: Vec<Gene> = (0..3).map(|_| Gene::new(&spec, &mut rng)).collect();
    let action =
        Action { template: TemplateId(0), genes, links: Vec::new(), user: None, malformed: None };
    let mut individual =
        Individual { calls: vec![action.clone(), action], ..Individual::default() };
    crate::taint::taint_fresh(&mut individual, 1.0, &mut rng);
    let mut numbers = Vec::new();
    crate::taint::visit_texts(&individual, &mut |text| numbers.extend(text.taint_number()));
    assert_eq!(numbers, [0, 1, 2, 3, 4, 5], "unique within the individual");

    let fact =
        TaintFact { action: 1, taint: 4, specialisation: Specialisation::Constant(units("yes")) };
    let news = crate::taint::learn(&mut individual, std::slice::from_ref(&fact));
    assert_eq!(news.len(), 1);
    assert_eq!(news[0].0, (1, 1, 0));
    assert!(crate::taint::learn(&mut individual, std::slice::from_ref(&fact)).is_empty());
    crate::taint::specialise(&mut individual, 4, &fact.specialisation, &mut rng);
    assert_eq!(individual.calls[1].genes[1].value(), GeneValue::text("yes"));

    let equal = Specialisation::EqualTo(5);
    crate::taint::specialise(&mut individual, 3, &equal, &mut rng);
    assert_eq!(individual.calls[1].genes[0].value(), individual.calls[1].genes[2].value());
    crate::taint::separate_copies(&mut individual);
    assert_eq!(
        individual.calls[1].genes[0].value(),
        individual.calls[1].genes[2].value(),
        "equal on purpose"
    );
    let copy = individual.calls[0].clone();
    individual.calls.push(copy);
    crate::taint::separate_copies(&mut individual);
    assert_ne!(individual.calls[2].genes[0].value(), individual.calls[0].genes[0].value());
}

#[test]
fn a_part_may_be_tainted_and_specialised_in_turn() {
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..60 {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut gene = TextGene::new(0, 50, Gene::new, &mut rng);
        gene.taint(3);
        gene.specialise(&Specialisation::Contains(units(".")), &mut rng);
        let Some(number) = gene.taint_number() else { continue };
        assert_eq!(number, 3, "the part keeps the number of the whole");
        let tainted = string(&gene);
        assert!(tainted.contains(".") && tainted.contains("_EM_3_XYZ_"), "{tainted}");
        assert!(gene.learn(&Specialisation::Constant(units("txt"))));
        assert!(gene.has_untried());
        gene.specialise(&Specialisation::Constant(units("txt")), &mut rng);
        assert!(!gene.has_untried());
        assert_eq!(string(&gene), tainted.replace("_EM_3_XYZ_", "txt"));
        seen.insert(tainted.ends_with("._EM_3_XYZ_"));
        gene.taint(9);
        gene.take(1, None, &mut rng);
        assert_eq!(string(&gene), tainted.replace("_EM_3_XYZ_", "txt"), "as it was learnt");
    }
    assert_eq!(seen.len(), 2, "before and behind");
}

#[test]
fn copies_with_a_tainted_part_keep_what_is_fixed() {
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let mut gene = TextGene::new(0, 50, Gene::new, &mut rng);
    while gene.taint_number().is_none() || gene.frame().is_none() {
        gene.taint(0);
        gene.specialise(&Specialisation::Prefix(units("x:")), &mut rng);
    }
    gene.renumber(8);
    assert_eq!(string(&gene), "x:_EM_8_XYZ_");
}

#[test]
fn texts_combine_within_their_bounds() {
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..200 {
        let mut gene = TextGene::new(0, 6, Gene::new, &mut rng);
        gene.set_value(&GeneValue::text("abc"));
        assert!(gene.combine(&units("xyz"), &mut rng));
        seen.insert(string(&gene));
        assert!(!gene.combine(&units("x"), &mut rng), "full");
    }
    for wanted in ["abcxyz", "abczyx", "xyzabc"] {
        assert!(seen.contains(wanted), "{seen:?}");
    }
}

#[test]
fn a_text_at_a_place_and_a_coded_one_keep_a_taint_inside() {
    let mut rng = Pcg64Mcg::seed_from_u64(21);
    let mut inner = 0;
    for _ in 0..200 {
        for (wanted, holds) in [
            (
                Specialisation::At(2, units("ab")),
                (|t: &str| t.chars().skip(2).take(2).eq("ab".chars())) as fn(&str) -> bool,
            ),
            (Specialisation::At(-3, units("ab")), |t| {
                t.chars().rev().skip(1).take(2).eq("ba".chars())
            }),
            (Specialisation::Encoded(Codec::Hex), |t| {
                t.len() % 2 == 0 && t.bytes().all(|b| b.is_ascii_hexdigit())
            }),
        ] {
            let mut gene = TextGene::new(0, 100, Gene::new, &mut rng);
            assert!(gene.taint(3));
            gene.specialise(&wanted, &mut rng);
            assert!(holds(&string(&gene)), "{wanted:?}: {}", string(&gene));
            if gene.taint_number() == Some(3) {
                inner += 1;
                gene.specialise(&Specialisation::Constant(units("xyz")), &mut rng);
                assert_eq!(gene.taint_number(), None);
                assert!(holds(&string(&gene)), "{wanted:?}: {}", string(&gene));
                let found =
                    if matches!(wanted, Specialisation::Encoded(_)) { "78797a" } else { "xyz" };
                assert!(string(&gene).contains(found), "{wanted:?}: {}", string(&gene));
            }
        }
    }
    assert!(inner > 400, "{inner}");
}

#[test]
fn one_segment_of_a_text_is_tainted() {
    let units: Vec<u16> = "ab:c d".encode_utf16().collect();
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..50 {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut special = SpecialText::with_segment(&units, 4, &mut rng).unwrap();
        assert_eq!(special.taint_number(), Some(4));
        let tainted = String::from_utf16(&special.units()).unwrap();
        let wanted = Specialisation::Constant("X".encode_utf16().collect());
        special.specialise_part(&wanted, None, Gene::new, &mut rng);
        seen.insert((tainted, String::from_utf16(&special.units()).unwrap()));
    }
    let expected =
        [("_EM_4_XYZ_:c d", "X:c d"), ("ab:_EM_4_XYZ_ d", "ab:X d"), ("ab:c _EM_4_XYZ_", "ab:c X")];
    let seen: Vec<_> = seen.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    assert_eq!(seen, expected);
    let plain: Vec<u16> = "abc".encode_utf16().collect();
    assert!(SpecialText::with_segment(&plain, 4, &mut Pcg64Mcg::seed_from_u64(1)).is_none());
}
