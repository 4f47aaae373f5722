use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::{env, fs};

use ts_rs::{Config, TS, TypeVisitor};

use super::repository;
use crate::*;

const HEADER: &str = "\
// Bodies of EvoMaster's controller API. Made of the types in crates/nearmiss_wire; do not edit.
// `UPDATE=1 cargo test -p nearmiss_wire` writes this file. Members that may be left out are those
// that the core reads as null without them; in requests the core may send null for any member.
";

/// Declarations by name, of types and of all they are made of.
struct Declarations {
    config: Config,
    visited: HashSet<TypeId>,
    texts: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.visited.insert(TypeId::of::<T>()) {
            return;
        }
        // What has no place of its own has no declaration: texts, numbers, lists.
        if T::output_path().is_some() {
            let docs = T::docs().unwrap_or_default();
            let text = tidy(&format!("{docs}export {}", T::decl(&self.config)));
            self.texts.insert(T::ident(&self.config), text);
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

/// One member a line, indented, with its comment on one line above.
fn tidy(text: &str) -> String {
    let text = text.replace("/**\n *", "/**").replace("\n */", " */");
    let mut tidied = String::new();
    let mut inside = false;
    for line in text.lines() {
        let line = line.trim_end();
        let closed = line.strip_suffix(", };").filter(|_| inside);
        let member = closed.unwrap_or(line).trim_end_matches(',');
        let end = if inside && !line.starts_with("/**") { ";" } else { "" };
        let indent = if inside { "  " } else { "" };
        writeln!(tidied, "{indent}{}{end}", if inside { member } else { line }).unwrap();
        if closed.is_some() {
            tidied.push_str("}\n");
        }
        inside = (inside || line.ends_with('{')) && closed.is_none();
    }
    tidied
}

fn generated() -> String {
    let config = Config::new().with_large_int("number");
    let mut found = Declarations { config, visited: HashSet::new(), texts: BTreeMap::new() };
    found.visit::<WrappedResponse<SutInfoDto>>();
    found.visit::<ControllerInfoDto>();
    found.visit::<NewSearchDto>();
    found.visit::<SutRunDto>();
    found.visit::<TestResultsDto>();
    found.visit::<ActionDto>();
    found.visit::<ActionResponseDto>();
    found.visit::<DatabaseCommandDto>();
    found.visit::<InsertionResultsDto>();
    found.visit::<QueryResultDto>();
    found.visit::<MongoDatabaseCommandDto>();
    found.visit::<MongoInsertionResultsDto>();
    found.visit::<RedisDatabaseCommandsDto>();
    found.visit::<RedisInsertionResultsDto>();
    found.visit::<ScheduleTaskInvocationsDto>();
    found.visit::<ScheduleTaskInvocationsResult>();
    found.visit::<PostSearchActionDto>();
    found.visit::<DerivedParamChangeReqDto>();
    found.visit::<DeriveParamResponseDto>();
    let mut file = HEADER.to_owned();
    for text in found.texts.values() {
        file.push('\n');
        file.push_str(text);
    }
    file
}

#[test]
fn the_types_of_the_package_are_those_of_the_crate() {
    let path = repository().join("npm/nearmiss/controller/wire.d.ts");
    let generated = generated();
    if env::var_os("UPDATE").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, &generated).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        committed, generated,
        "`UPDATE=1 cargo test -p nearmiss_wire` writes npm/nearmiss/controller/wire.d.ts"
    );
}

/// Each type that is made of members is in the file, under its own name.
#[test]
fn no_type_is_missing() {
    let generated = generated();
    let sources = repository().join("crates/nearmiss_wire/src");
    for entry in fs::read_dir(sources).unwrap() {
        let path = entry.unwrap().path();
        // What only nearmiss tells itself is nobody else's to read.
        if path.is_dir() || path.ends_with("read.rs") || path.ends_with("own.rs") {
            continue;
        }
        for line in fs::read_to_string(path).unwrap().lines() {
            let line = line.trim_start();
            let named = line.strip_prefix("pub struct ").or(line.strip_prefix("pub enum "));
            let Some(name) = named.and_then(|rest| rest.split([' ', '<', '{']).next()) else {
                continue;
            };
            let declared = [" ", "<"].map(|end| format!("\nexport type {name}{end}"));
            assert!(declared.iter().any(|text| generated.contains(text)), "{name}");
        }
    }
}
