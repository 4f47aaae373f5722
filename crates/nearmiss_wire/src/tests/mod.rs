//! The types against what was written by hand from the protocol, and what is made of them.

mod fixtures;
mod reading;
mod schemas;
mod typescript;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Every JSON file of a folder, by name without its end.
fn json_files(folder: &Path) -> Vec<(String, Value)> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read = |path: PathBuf| {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let text = fs::read_to_string(&path).unwrap();
        let value = serde_json::from_str(&text)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        (name, value)
    };
    files.into_iter().map(read).collect()
}

/// A request and its answer, as `fixtures/wire` has them.
struct Exchange {
    endpoint: String,
    name: String,
    request: Value,
    answer: Value,
}

impl Exchange {
    fn all() -> Vec<Self> {
        let root = repository().join("fixtures/wire");
        let mut folders: Vec<PathBuf> =
            fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).collect();
        folders.sort();
        let mut all = Vec::new();
        for folder in folders {
            let endpoint = folder.file_name().unwrap().to_str().unwrap().to_owned();
            for (name, value) in json_files(&folder) {
                let (request, answer) = (value["request"].clone(), value["answer"].clone());
                let name = format!("{endpoint}/{name}.json");
                all.push(Self { endpoint: endpoint.clone(), name, request, answer });
            }
        }
        all
    }

    fn status(&self) -> u64 {
        self.answer["status"].as_u64().unwrap()
    }

    /// Which schema the answer's body follows, where it has one.
    fn schema(&self) -> Option<&str> {
        let body = &self.answer["body"];
        match self.status() {
            _ if !body.is_object() => None,
            _ if self.endpoint == "mongoInsertion" && !body["data"].is_null() => {
                Some("mongoInsertion")
            }
            400.. => Some("error"),
            201 => Some("empty"),
            _ => Some(&self.endpoint),
        }
    }
}
