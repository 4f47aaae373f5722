use super::super::{LowerOptions, lower};
use super::esm;

#[test]
fn a_syntax_error_has_its_place() {
    let error = lower("const a = 1;\nlet ä = (;\n", &esm()).unwrap_err();
    assert_eq!(error.file, "src/input.ts");
    assert_eq!((error.diagnostics[0].line, error.diagnostics[0].column), (2, 10));
    let text = error.to_string();
    assert!(text.starts_with("src/input.ts cannot be compiled: 2:10: "), "{text}");
}

#[test]
fn export_equals_in_a_module_is_an_error_with_a_place() {
    let error = lower("\nconst a = 1;\nexport = a;", &esm()).unwrap_err();
    assert_eq!(error.diagnostics[0].line, 3, "{error}");
}

#[test]
fn deep_nesting_neither_overflows_nor_hangs() {
    for depth in [2_000, 9_999] {
        let source =
            format!("export const a: number = {}1{};", "(".repeat(depth), ")".repeat(depth));
        assert!(lower(&source, &esm()).is_ok(), "{depth}");
    }
    let source = format!("export const a = {}1{};", "[".repeat(200_000), "]".repeat(200_000));
    let error = lower(&source, &esm()).unwrap_err();
    assert!(error.to_string().contains("nested too deeply"), "{error}");
}

#[test]
fn classes_inside_one_another_take_bounded_time() {
    let nest = |depth: usize| {
        let (open, close) = ("let a = class a { static x = () => { ", " } };");
        format!("{}let b: number = 1;{}", open.repeat(depth), close.repeat(depth))
    };
    assert!(lower(&nest(6), &esm()).is_ok());
    // With names that clash, each level doubles the time of swc.
    let error = lower(&nest(60), &esm()).unwrap_err();
    assert!(error.to_string().contains("1:"), "it has a place: {error}");
    assert!(error.to_string().contains("nested too deeply"), "{error}");
}

#[test]
fn angles_that_would_take_for_ever_are_refused() {
    let types = "a<b,".repeat(100_000);
    let elements = "<a>".repeat(100_000);
    for (file, source) in
        [("a.ts", &types), ("a.tsx", &types), ("a.tsx", &elements), ("a.jsx", &elements)]
    {
        let error = lower(source, &LowerOptions::for_file(file)).unwrap_err();
        assert!(error.to_string().contains("nested too deeply"), "{error}");
    }
    let few = format!("const a = [{}1];", "b<c,".repeat(1_000));
    assert!(lower(&few, &LowerOptions::for_file("a.ts")).is_ok());
}

#[test]
fn a_long_chain_of_operators_compiles() {
    let source = format!("export const a: number = {}1;", "1 + ".repeat(20_000));
    let out = lower(&source, &esm()).unwrap();
    assert_eq!(out.code.matches("+ ").count(), 20_000);
}

#[test]
fn rubbish_gives_an_error_and_no_panic() {
    for source in
        ["\0", "class {", "enum", "import", "@", "`${", "<T", "a?.b = ", "namespace {", "\u{2028}}"]
    {
        for file in ["a.ts", "a.tsx", "a.jsx"] {
            for commonjs in [false, true] {
                let options = LowerOptions { commonjs, ..LowerOptions::for_file(file) };
                assert!(lower(source, &options).is_err(), "{source:?} as {file}");
            }
        }
    }
}
