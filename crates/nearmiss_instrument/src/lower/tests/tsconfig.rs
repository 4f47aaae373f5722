use super::super::{JsxRuntime, LowerOptions, TsConfig, parse_tsconfig};

#[test]
fn comments_and_trailing_commas_are_allowed() {
    let config = parse_tsconfig(
        "\u{feff}// first\n{ /* a */ \"extends\": [\"./a\", \"b/tsconfig\"],\n \"compilerOptions\": {\n\
         \"module\": \"CommonJS\", // \"target\": \"es5\",\n \"experimentalDecorators\": true,\n\
         \"jsxFactory\": \"a // not a comment, } \\\" /* no */\",\n },\n \"files\": [\"a.ts\",],\n}",
    )
    .unwrap();
    assert_eq!(config.extends, ["./a", "b/tsconfig"]);
    assert_eq!(config.module.as_deref(), Some("commonjs"));
    assert_eq!(config.target, None);
    assert_eq!(config.experimental_decorators, Some(true));
    assert_eq!(config.jsx_factory.as_deref(), Some("a // not a comment, } \" /* no */"));
}

#[test]
fn an_empty_file_says_nothing_and_rubbish_is_an_error() {
    assert_eq!(parse_tsconfig("\n// nothing\n").unwrap(), TsConfig::default());
    assert_eq!(
        parse_tsconfig("{\"compilerOptions\": 5, \"extends\": 1}").unwrap(),
        TsConfig::default()
    );
    let error = parse_tsconfig("{ \"a\": }").unwrap_err();
    assert!(error.to_string().contains("line 1"), "{error}");
}

#[test]
fn the_file_goes_before_what_it_extends() {
    let base = parse_tsconfig(
        r#"{"extends": "x", "compilerOptions": {"target": "es2017", "module": "esnext", "jsx": "react"}}"#,
    )
    .unwrap();
    let own = parse_tsconfig(r#"{"extends": "./base", "compilerOptions": {"module": "node16"}}"#)
        .unwrap();
    let merged = own.or(base);
    assert_eq!(merged.extends, ["./base"]);
    assert_eq!(merged.module.as_deref(), Some("node16"));
    assert_eq!(merged.defines_class_fields(), Some(false));
    assert_eq!(merged.commonjs(), None);
    let mut options = LowerOptions::for_file("a.ts");
    merged.apply(&mut options);
    assert_eq!(options.jsx.runtime, JsxRuntime::Classic);
    assert!(!options.dynamic_import_to_require);
    assert!(options.es_module_interop);
}

#[test]
fn fields_are_defined_from_es2022_on() {
    for (target, defines) in [
        ("ES2021", Some(false)),
        ("es6", Some(false)),
        ("ES2022", Some(true)),
        ("ESNext", Some(true)),
        ("nonsense", None),
    ] {
        let text = format!(r#"{{"compilerOptions": {{"target": "{target}"}}}}"#);
        assert_eq!(parse_tsconfig(&text).unwrap().defines_class_fields(), defines, "{target}");
    }
    let said = r#"{"compilerOptions": {"target": "es2022", "useDefineForClassFields": false}}"#;
    assert_eq!(parse_tsconfig(said).unwrap().defines_class_fields(), Some(false));
}
