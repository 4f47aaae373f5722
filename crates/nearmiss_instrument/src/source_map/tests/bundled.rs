use sourcemap::{SourceMap, SourceMapBuilder};

use crate::source_map::OriginalLines;
use crate::{InstrumentOptions, plan};

/// The map of a bundle: generated line and column, and the source there.
fn map(places: &[(u32, u32, &str)]) -> SourceMap {
    let mut builder = SourceMapBuilder::new(Some("bundle.js"));
    for (line, column, source) in places {
        builder.add(*line, *column, 0, 0, Some(source), None, false);
    }
    builder.into_sourcemap()
}

#[test]
fn code_of_packages_in_a_bundle_is_told_from_that_of_the_project() {
    let code = "helper();\nexpress();\n  more();\nroute();next();";
    let places = [
        (1, 0, "../node_modules/express/lib/express.js"),
        (3, 0, "../src/server.ts"),
        (3, 8, "webpack://api/webpack/bootstrap"),
    ];
    let map = map(&places);
    let lines = OriginalLines::new(code, Some(&map));
    let at = |what: &str| lines.is_of_package(code.find(what).unwrap());
    assert_eq!(
        ["helper", "express", "more", "route", "next"].map(at),
        [false, true, true, false, true]
    );
    // A bundle of the project's own sources has no such places, nor has a file without a map.
    let own = self::map(&[(0, 0, "../src/a.ts"), (1, 0, "../src/node_modules.ts")]);
    assert!(!OriginalLines::new(code, Some(&own)).is_of_package(12));
    assert!(!OriginalLines::new(code, None).is_of_package(12));
}

#[test]
fn code_of_packages_has_no_targets() {
    let map = map(&[(0, 0, "../node_modules/a/index.js"), (1, 0, "../src/b.js")]);
    let mut json = Vec::new();
    map.to_writer(&mut json).unwrap();
    let text: String = json.iter().map(|byte| format!("%{byte:02x}")).collect();
    let code = format!(
        "function a(x) {{ return x > 1; }}\nfunction b(x) {{ return x > 2; }}\n//# sourceMappingURL=data:application/json,{text}\n"
    );
    let planned = plan(&code, &InstrumentOptions::for_file("bundle.js")).unwrap();
    let lines: Vec<u32> = planned.table().slots.iter().map(|slot| slot.line).collect();
    assert!(!lines.is_empty() && lines.iter().all(|line| *line == 2), "{lines:?}");
}
