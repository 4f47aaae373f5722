//! Ignore comments of TypeScript count although they do not outlive its compilation.

use nearmiss_instrument::{InstrumentOptions, plan};

/// Original lines that have targets.
fn lines(file: &str, source: &str) -> Vec<u32> {
    let planned = plan(source, &InstrumentOptions::for_file(file)).expect("the source is fine");
    let mut lines: Vec<u32> = planned.table().slots.iter().map(|slot| slot.line).collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

const NODES: &str = "
interface A { a: number }
/* istanbul ignore next */
export function f(x: A): boolean {
    return x.a > 1;
}
export const g = (x: A): boolean => x.a > 2;
/* nearmiss ignore next */
export class C { m(x: A) { return x.a > 3; } }
";

#[test]
fn nodes_of_typescript_are_ignored() {
    assert_eq!(lines("a.ts", NODES), [7]);
    assert_eq!(lines("a.ts", &NODES.replace("ignore", "regard")), [4, 5, 7, 9]);
}

#[test]
fn lines_of_typescript_are_ignored() {
    let source = "const a: number = 1;\n/* c8 ignore start */\nif (a > 1) {\n  g();\n}\n/* c8 ignore stop */\n\
                  declare function g(): void;\nconst b = <T,>(x: T) => x;\n";
    assert_eq!(lines("a.ts", source), [1, 8]);
}

#[test]
fn a_file_is_ignored() {
    for comment in ["/* istanbul ignore file */", "// nearmiss ignore file", "/* v8 ignore file */"]
    {
        assert!(lines("a.js", &format!("f(1);\n{comment}\nf(2);\n")).is_empty(), "{comment}");
    }
    assert_eq!(lines("a.js", "f(1);\n/* istanbul ignored file */\nf(2);\n"), [1, 3]);
}
