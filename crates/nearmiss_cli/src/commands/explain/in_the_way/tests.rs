use std::collections::BTreeMap;

use nearmiss_instrument::{InstrumentOptions, plan};

use super::*;

/// What stands in the way of the first target of that kind on a line of `source`, as told in one line. `near`: how near
/// targets came, by kind and line (`BranchTrue 2`, of several on one line all); what is left out was not reached.
fn way(source: &str, kind: SlotKind, line: u32, near: &[(&str, f64)]) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.js"), source).unwrap();
    let planned = plan(source, &InstrumentOptions::for_file("a.js")).unwrap();
    let mut registry = TargetRegistry::default();
    let base = registry.register(planned.table().clone()).unwrap();
    let slots = &planned.table().slots;
    let near: BTreeMap<&str, f64> = near.iter().copied().collect();
    let h = |target: TargetId| {
        let entry = slots[(target.0 - base) as usize];
        let name = format!("{:?} {}", entry.kind, entry.line);
        near.get(name.as_str()).copied().unwrap_or(0.0)
    };
    let at = slots.iter().position(|slot| slot.kind == kind && slot.line == line).unwrap();
    let slot = base + u32::try_from(at).unwrap();
    let file = FilePlaces::of(&registry, folder.path(), "a.js");
    assert!(!file.places.is_empty());
    let by_places = obstacle(&registry, &file, slot, &h);
    by_places.map(|found| match found {
        Obstacle::NeverCalled { line, name, .. } => {
            format!("{} on line {line} is never called", name.unwrap_or_default())
        }
        Obstacle::Outcome { line, outcome, target } => {
            let place = file
                .place(predicate_slot(target.0, registry.slot(target.0).unwrap().1.kind).unwrap());
            format!("`{}` on line {line} never {outcome}", file.text(place.unwrap()).unwrap())
        }
        Obstacle::Unfinished { line, .. } => format!("line {line} never completes"),
        Obstacle::Behind { line } => format!("nothing behind line {line}"),
    })
}

const STATEMENT: SlotKind = SlotKind::Statement;

#[test]
fn a_function_that_nobody_calls() {
    let source = "function outer() {\n  function inner() {\n    return 1;\n  }\n  return inner;\n}";
    let called = [("Function 1", 1.0), ("Statement 5", 1.0)];
    assert_eq!(way(source, STATEMENT, 3, &called).unwrap(), "inner on line 2 is never called");
    assert_eq!(way(source, STATEMENT, 3, &[]).unwrap(), "outer on line 1 is never called");
    let arrow = "const f = (a) =>\n  a.b;";
    let loaded = [("Statement 1", 1.0)];
    assert_eq!(way(arrow, STATEMENT, 2, &loaded).unwrap(), " on line 1 is never called");
}

#[test]
fn a_test_that_never_had_the_outcome() {
    let source = "function f(a, b) {\n  if (a && b === 7) {\n    return 1;\n  } else {\n    return 2;\n  }\n}";
    let missed = [
        ("Function 1", 1.0),
        ("Statement 2", 1.0),
        ("BranchTrue 2", 0.4),
        ("BranchFalse 2", 1.0),
        ("Statement 5", 1.0),
    ];
    assert_eq!(way(source, STATEMENT, 3, &missed).unwrap(), "`a && b === 7` on line 2 never true");
    let always = [
        ("Function 1", 1.0),
        ("Statement 2", 1.0),
        ("BranchTrue 2", 1.0),
        ("BranchFalse 2", 0.4),
        ("Statement 3", 1.0),
    ];
    // The other arm runs, but that is no reason.
    assert_eq!(way(source, STATEMENT, 5, &always).unwrap(), "`a && b === 7` on line 2 never false");
}

#[test]
fn what_leaves_the_function_before() {
    let source = "function f(a) {\n  if (!a) return 0;\n  use(a);\n  return 1;\n}";
    let leaves =
        [("Function 1", 1.0), ("Statement 2", 1.0), ("BranchTrue 2", 0.5), ("BranchFalse 2", 1.0)];
    assert_eq!(way(source, STATEMENT, 4, &leaves).unwrap(), "`a` on line 2 never true");
    let throws = [
        ("Function 1", 1.0),
        ("Statement 2", 1.0),
        ("BranchTrue 2", 1.0),
        ("BranchFalse 2", 1.0),
        ("Statement 3", 0.5),
    ];
    assert_eq!(way(source, STATEMENT, 4, &throws).unwrap(), "line 3 never completes");
}

#[test]
fn what_stands_between_is_no_other_arm() {
    let missed =
        [("Function 1", 1.0), ("Statement 2", 1.0), ("BranchTrue 2", 0.5), ("BranchFalse 2", 1.0)];
    for between in [
        "a.startsWith(\"b\") ? c() : d();",
        "const e = { f: 1 };",
        "// in any case: nothing else",
        "/* default: */ g();",
        "switch (a) { case 1: h(); break; default: i(); }",
        "if (a > 1) { j(); } else { k(); }",
    ] {
        let source = format!(
            "function f(a) {{\n  if (!a) return 0;\n  {between}\n  return a.match(/b/);\n}}"
        );
        assert_eq!(
            way(&source, STATEMENT, 4, &missed).as_deref(),
            Some("`a` on line 2 never true"),
            "{between}"
        );
    }
}

#[test]
fn an_operand_that_is_never_asked() {
    let source = "function f(a, b) {\n  const x = a > 3 &&\n    b === 7;\n  return x;\n}";
    let missed = [
        ("Function 1", 1.0),
        ("Statement 2", 1.0),
        ("BranchTrue 2", 0.3),
        ("BranchFalse 2", 1.0),
        ("Statement 4", 1.0),
    ];
    assert_eq!(
        way(source, SlotKind::BranchTrue, 3, &missed).unwrap(),
        "`a > 3 && b === 7` on line 2 never true"
    );
}

#[test]
fn a_case_of_a_switch() {
    let source = "function f(a) {\n  switch (a) {\n    case 1:\n      return 1;\n    case 2:\n      return 2;\n  }\n}";
    let missed = [
        ("Function 1", 1.0),
        ("Statement 2", 1.0),
        ("BranchTrue 3", 1.0),
        ("BranchFalse 3", 1.0),
        ("Statement 4", 1.0),
        ("BranchTrue 5", 0.7),
        ("BranchFalse 5", 1.0),
    ];
    assert_eq!(way(source, STATEMENT, 6, &missed).unwrap(), "`2` on line 5 never true");
}

#[test]
fn where_the_file_has_changed_lines_tell() {
    let source = "function f(a) {\n  if (a > 3)\n    return 1;\n}";
    let planned = plan(source, &InstrumentOptions::for_file("a.js")).unwrap();
    let mut registry = TargetRegistry::default();
    let base = registry.register(planned.table().clone()).unwrap();
    let slots = planned.table().slots.clone();
    let at = slots.iter().position(|slot| slot.kind == STATEMENT && slot.line == 3).unwrap();
    let slot = base + u32::try_from(at).unwrap();
    let near = |kind: SlotKind| match kind {
        SlotKind::Function | SlotKind::BranchFalse => 1.0,
        SlotKind::BranchTrue => 0.9,
        _ => 0.0,
    };
    let h = |target: TargetId| near(slots[(target.0 - base) as usize].kind);
    let found = obstacle(&registry, &FilePlaces::default(), slot, &h).unwrap();
    assert!(matches!(found, Obstacle::Outcome { line: 2, outcome: true, .. }), "{found:?}");
    let found = obstacle(&registry, &FilePlaces::default(), slot, &|_| 0.0).unwrap();
    assert!(matches!(found, Obstacle::NeverCalled { line: 1, .. }), "{found:?}");
}
