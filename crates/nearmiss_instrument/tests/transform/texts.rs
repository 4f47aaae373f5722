//! Text that others read: of functions, and of re-exports in which Node looks for names.

use nearmiss_instrument::{InstrumentOptions, Planned, plan};

fn planned(file: &str, source: &str) -> Planned {
    plan(source, &InstrumentOptions::for_file(file)).expect("valid source")
}

#[test]
fn the_text_of_a_probed_function_is_what_it_was() {
    let functions = [
        "function f(a = 1, { b } = {}) { if (a > 1 && b) return a ?? b; for (const c of a) c(); }",
        "(a, b) => a < b ? a : b",
        "async (x) => { await x?.y.z(); }",
        "class A { #p = 1; static { if (1 < 2) f(); } get g() { return this.#p || 2; } }",
    ];
    for base in [0, 7, 12345] {
        for text in functions {
            let planned =
                planned("case.js", &format!("const before = 1 || 2, it = {text}, after = 3 < 4;"));
            let code = planned.emit(base).code;
            let from = code.find("it = ").expect("it is there") + "it = ".len();
            let to = code.rfind(", after").expect("it is there");
            let probed = &code[from..to];
            assert!(probed.contains("__nm"), "{probed}");
            assert_eq!(planned.unprobed(base, probed).as_deref(), Some(text));
        }
    }
    let planned = planned("case.js", "if (a) b();");
    assert_eq!(planned.unprobed(0, "function other() { __nm.S[3] = 1; }"), None);
}

#[test]
fn reexports_that_compilers_have_written_stay_as_node_reads_them() {
    let kept = [
        "Object.defineProperty(exports, \"a\", { enumerable: true, get: function () { return m_1.a; } });",
        "Object.defineProperty(module.exports, 'b c', { enumerable: true, get() { return _m['b c']; } });",
        "Object.keys(_m).forEach(function (key) { if (key === \"default\" || key === \"__esModule\") return; exports[key] = _m[key]; });",
        "Object.keys(_m).forEach(function (key) { if (key === 'default') return; if (key in exports && exports[key] === _m[key]) return; \
         Object.defineProperty(exports, key, { enumerable: true, get: function () { return _m[key]; } }); });",
    ];
    for text in kept {
        let code = planned("case.cjs", &format!("var x = a || b;\n{text}")).emit(0).code;
        assert!(code.contains(text), "{code}");
        assert!(code.contains("__nm"), "{code}");
    }
    let probed = [
        "Object.defineProperty(other, \"a\", { get: function () { return m.a; } });",
        "Object.defineProperty(exports, \"a\", { get: function () { return m.a || b; } });",
        "Object.keys(_m).forEach(function (key) { if (key === \"default\") return; other[key] = _m[key]; });",
        "Object.keys(_m).forEach(function (key) { if (key === \"x\") return; exports[key] = _m[key]; });",
    ];
    for text in probed {
        let code = planned("case.cjs", text).emit(0).code;
        assert!(!code.contains(text), "{code}");
    }
}
