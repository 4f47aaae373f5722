//! Values that lie somewhere: files, folders, URLs.

use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser, ValueParser};
use serde_json::Value;

use super::form::Form;
use super::single::{Single, text_of};

/// A file or a folder, with what stands for it in the help.
pub struct Place(pub &'static str);

impl Single<PathBuf> for Place {
    fn parser(&self) -> ValueParser {
        ValueParser::path_buf()
    }

    fn shown(&self) -> Option<&'static str> {
        Some(self.0)
    }

    fn written(&self, value: &Value) -> Result<PathBuf, String> {
        text_of(value).map(PathBuf::from)
    }

    fn seen_from(&self, value: PathBuf, folder: &Path) -> PathBuf {
        folder.join(value)
    }

    fn form(&self) -> Form {
        Form::File
    }
}

/// A file, seen from where it was named if it is there; else from the API's directory, as a URL is from nowhere.
pub struct FileOrUrl;

impl Single<String> for FileOrUrl {
    fn parser(&self) -> ValueParser {
        ValueParser::string()
    }

    fn shown(&self) -> Option<&'static str> {
        Some("FILE|URL")
    }

    fn written(&self, value: &Value) -> Result<String, String> {
        text_of(value)
    }

    fn seen_from(&self, value: String, folder: &Path) -> String {
        let path = folder.join(&value);
        if path.is_file() { path.display().to_string() } else { value }
    }

    fn form(&self) -> Form {
        Form::Text
    }
}

/// Users and how they log in, as they were given.
#[derive(Clone, Debug, PartialEq)]
pub enum GivenUsers {
    /// In this file.
    File(PathBuf),
    /// In the configuration itself.
    Here(Value),
}

/// A file of users, or the users themselves.
pub struct UsersOrFile;

impl Single<GivenUsers> for UsersOrFile {
    fn parser(&self) -> ValueParser {
        PathBufValueParser::new().map(GivenUsers::File).into()
    }

    fn shown(&self) -> Option<&'static str> {
        Some("FILE")
    }

    fn written(&self, value: &Value) -> Result<GivenUsers, String> {
        Ok(match value {
            Value::String(file) => GivenUsers::File(file.into()),
            users => GivenUsers::Here(users.clone()),
        })
    }

    fn seen_from(&self, value: GivenUsers, folder: &Path) -> GivenUsers {
        match value {
            GivenUsers::File(file) => GivenUsers::File(folder.join(file)),
            GivenUsers::Here(users) => GivenUsers::Here(users),
        }
    }

    fn form(&self) -> Form {
        Form::Users
    }
}
