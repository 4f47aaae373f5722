//! Exact text and table of each probe: a folder under `fixtures` is a case. `UPDATE=1` writes what
//! comes out; read it before you commit it.

use std::fmt::Write as _;
use std::{env, fs, path::Path};

use nearmiss_instrument::{InstrumentOptions, Logical, ModuleKind, Planned, plan};

fn planned(source: &str, logical: Logical) -> Planned {
    let module = ModuleKind::CommonJs;
    let options = InstrumentOptions { logical, module, ..InstrumentOptions::for_file("case.js") };
    plan(source, &options).expect("the case is valid JavaScript")
}

fn table(planned: &Planned) -> String {
    let mut text = String::new();
    for (slot, entry) in planned.table().slots.iter().enumerate() {
        let key = nearmiss_targets::slot_key("case.js", entry);
        let key = key.unwrap_or_else(|| format!("root of {} slots, line {}", entry.n, entry.line));
        writeln!(text, "{} {key}", slot + 16).unwrap();
    }
    for (slot, callee) in planned.texts() {
        writeln!(text, "callee of {}: {callee}", slot + 16).unwrap();
    }
    text
}

#[test]
fn text_and_table_of_each_probe_are_as_committed() {
    let update = env::var_os("UPDATE").is_some();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let mut folders: Vec<_> = fs::read_dir(root).unwrap().map(|e| e.unwrap().path()).collect();
    folders.sort();
    assert!(folders.len() >= 12, "one folder a probe");
    for folder in folders {
        let source = fs::read_to_string(folder.join("input.js")).unwrap();
        let planned_inline = planned(&source, Logical::Inline);
        let planned_closure = planned(&source, Logical::Closure);
        assert_eq!(planned_inline.table(), planned_closure.table(), "{folder:?}");
        let inline = planned_inline.emit(16).code;
        let closure = planned_closure.emit(16).code;
        let mut files = vec![("output.js", inline.clone()), ("table.txt", table(&planned_inline))];
        if closure != inline {
            files.push(("output.closure.js", closure));
        }
        for (name, actual) in files {
            let path = folder.join(name);
            if update {
                fs::write(&path, &actual).unwrap();
            }
            let expected = fs::read_to_string(&path).unwrap_or_default();
            assert_eq!(actual, expected, "{}: UPDATE=1 rewrites", path.display());
        }
        let roots = planned_inline.roots();
        for pair in roots.chunks(2) {
            assert_eq!(planned_inline.table().slots[pair[0] as usize].n, pair[1], "{folder:?}");
        }
    }
}

/// What may be a script has probes without a value between its statements, but not in functions.
#[test]
fn a_script_answers_what_it_answered() {
    let planned = plan("f(() => { g() })", &InstrumentOptions::for_file("case.js")).unwrap();
    let code = planned.emit(16).code;
    assert!(code.starts_with("{let __nm$v=__nm.S[16]||__nm.e(16)}f("), "{code}");
    assert!(code.ends_with(";{let __nm$v=__nm.S[16]===1||__nm.c(16)}"), "{code}");
    assert_eq!(code.matches("__nm$v").count(), 2, "{code}");
}

#[test]
fn static_fields_have_no_closures() {
    let written = |source: &str| planned(source, Logical::Closure).emit(16).code;
    // In a closure V8 would name `f.call(...)` where it says what it is.
    let field = written("class A { static p = f.call(0)?.() || 0; static q = a && b; }");
    assert!(!field.contains("__nm.orc(") && !field.contains("__nm.andc("), "{field}");
    let method = written("class A { static m() { return f.call(0)?.() || 0; } }");
    assert!(method.contains("__nm.orc("), "{method}");
}
