//! What a configuration may hold for an option, as `npm/nearmiss/config` checks and types it.

use serde_json::{Value, json};

/// What a value in a configuration may be. Each has a check of its name in `npm/nearmiss/config/checks.js`.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A text that is not empty.
    Text,
    /// A path, relative to the folder of the configuration.
    File,
    /// True or false.
    Flag,
    /// A glob.
    Glob,
    /// `Name: value`.
    Header,
    /// A file of users, or the same structure.
    Users,
    /// A port.
    Port,
    /// A time, such as 90s.
    Duration,
    /// A whole number from this one up.
    Count(u64),
    /// One of these.
    OneOf(Vec<Value>),
    /// A list of such; one alone is a list of one.
    List(Box<Form>),
}

impl Form {
    /// Answers the check by its name, with what it needs to know.
    pub fn check(&self) -> Value {
        let name = match self {
            Self::Count(least) => return json!({ "check": "count", "least": least }),
            Self::OneOf(values) => return json!({ "check": "oneOf", "values": values }),
            Self::Text => "text",
            Self::File => "file",
            Self::Flag => "flag",
            Self::Glob => "glob",
            Self::Header => "header",
            Self::Users => "users",
            Self::Port => "port",
            Self::Duration => "duration",
            Self::List(of) if **of == Self::Glob => "globs",
            Self::List(of) if **of == Self::Header => "headers",
            Self::List(_) => "names",
        };
        json!({ "check": name })
    }

    /// Answers the type in TypeScript.
    pub fn typescript(&self) -> String {
        match self {
            Self::Text | Self::File | Self::Glob | Self::Header => "string".to_owned(),
            Self::Flag => "boolean".to_owned(),
            Self::Users => "string | Authentication".to_owned(),
            Self::Port | Self::Count(_) => "number".to_owned(),
            Self::Duration => "Duration".to_owned(),
            Self::OneOf(values) => {
                values.iter().map(Value::to_string).collect::<Vec<_>>().join(" | ")
            }
            Self::List(of) => {
                let one = of.typescript();
                format!("{one} | {one}[]")
            }
        }
    }
}
