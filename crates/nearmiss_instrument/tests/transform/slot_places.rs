//! Where the nodes stand that slots tell of, and what is told of errors.

use nearmiss_instrument::{InstrumentOptions, Planned, SlotRole, plan};
use nearmiss_targets::SlotKind;

fn planned(file: &str, source: &str) -> Planned {
    let options = InstrumentOptions { coverage: true, ..InstrumentOptions::for_file(file) };
    plan(source, &options).expect("valid source")
}

/// Role, kind of the first slot and text of each place of a source of one line.
fn places(file: &str, source: &str) -> Vec<(SlotRole, SlotKind, String)> {
    let planned = planned(file, source);
    let slots = &planned.table().slots;
    let described = planned.places().iter().map(|place| {
        let kind = slots[place.slot as usize].kind;
        let (from, to) = (place.start.column as usize, place.end.column as usize);
        (
            place.role,
            kind,
            source.lines().nth(place.start.line as usize - 1).unwrap()[from..to].to_owned(),
        )
    });
    described.collect()
}

#[test]
fn each_predicate_has_the_place_of_its_text() {
    let source = "x = !a && b === 7 || c?.d[e] ?? 'f'.includes(g);";
    let found = places("case.js", &source.replace(" ?? ", " || "));
    let text = |role: SlotRole| {
        let of_role = found.iter().filter(|(found, _, _)| *found == role);
        of_role.map(|(_, _, text)| text.as_str()).collect::<Vec<_>>()
    };
    let whole = "!a && b === 7 || c?.d[e] || 'f'.includes(g)";
    assert_eq!(text(SlotRole::Predicate), [whole, "!a && b === 7", "a", "b === 7"]);
    assert_eq!(text(SlotRole::Call), ["'f'.includes(g)"]);
    assert_eq!(text(SlotRole::Nullish), ["c"]);
    assert_eq!(text(SlotRole::Statement), [source.replace(" ?? ", " || ")]);
    let single =
        places("case.js", "x = o[k]; y = a ?? b; switch (z) { case 1: } function f(p = 5) {}");
    let of = |role: SlotRole| single.iter().find(|(found, _, _)| *found == role).cloned().unwrap();
    assert_eq!(of(SlotRole::Read), (SlotRole::Read, SlotKind::ObjectTrue, "o[k]".to_owned()));
    assert_eq!(of(SlotRole::Nullish), (SlotRole::Nullish, SlotKind::BranchTrue, "a".to_owned()));
    assert_eq!(of(SlotRole::Case), (SlotRole::Case, SlotKind::BranchTrue, "1".to_owned()));
    assert_eq!(of(SlotRole::Default), (SlotRole::Default, SlotKind::BranchTrue, "5".to_owned()));
}

#[test]
fn functions_have_their_names_and_places_are_those_of_the_typescript() {
    let source = "const f = (a: { b: number }): number => a.b;\nfunction g(): void {}";
    let planned = planned("case.ts", source);
    let names = planned.places().iter().filter(|place| place.role == SlotRole::Function);
    let names: Vec<_> = names.map(|place| (place.name.as_deref(), place.start.line)).collect();
    // Istanbul gives an arrow function no name.
    assert_eq!(names, [(None, 1), (Some("g"), 2)]);
    let plain = plan(source, &InstrumentOptions::for_file("case.ts")).unwrap();
    assert!(plain.places().is_empty());
    assert_eq!(plain.table(), planned.table());
}

#[test]
fn errors_are_told_only_where_that_is_asked_for() {
    let source = "function f() { g(); }";
    let text = |tells_errors| {
        let options = InstrumentOptions { tells_errors, ..InstrumentOptions::for_file("case.js") };
        let planned = plan(source, &options).unwrap();
        (planned.emit(16).code, planned.table().clone())
    };
    let (told, plain) = (text(true), text(false));
    let call = "__nm.threw(__nm$s,__nm$e);";
    assert_eq!(told.0.replace(call, ""), plain.0);
    assert!(told.0.contains(&format!("__nm.x=__nm$s;{call}throw __nm$e")));
    assert_eq!(told.1, plain.1);
}
