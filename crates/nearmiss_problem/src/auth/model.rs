//! Users, and the calls by which they log in.

use serde::{Deserialize, Serialize};

use super::{Given, Text, Variables};
use crate::header_name;

/// Everybody who may log in.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Users {
    /// The users, in the order of the file.
    pub list: Vec<User>,
    /// Their secrets, and those of static headers.
    pub variables: Variables,
    /// What is to be said of them.
    pub warnings: Vec<String>,
}

impl Users {
    /// The names of the users.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.list.iter().map(|user| user.name.clone()).collect()
    }

    /// The index of a user.
    #[must_use]
    pub fn index_of(&self, name: &str) -> Option<usize> {
        self.list.iter().position(|user| user.name == name)
    }

    /// What calls of each user carry.
    #[must_use]
    pub fn carried(&self) -> Vec<Vec<Carried>> {
        self.list.iter().map(User::carried).collect()
    }
}

/// Somebody who calls.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct User {
    /// What reports and tests call him.
    pub name: String,
    /// Headers of all his calls; names in title case.
    pub headers: Vec<(String, Text)>,
    /// The call that makes him.
    pub registration: Option<Request>,
    /// The call that logs him in.
    pub login: Option<Login>,
}

/// A call before the calls of tests.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// `host:port` of another server; none is the SUT.
    pub server: Option<String>,
    /// Upper-case method.
    pub method: String,
    /// Path and query.
    pub target: Text,
    /// Headers; names in title case.
    pub headers: Vec<(String, Text)>,
    /// `Content-Type`, and the body.
    pub body: Option<(String, Text)>,
}

impl Request {
    /// How people call it: `POST /login`.
    #[must_use]
    pub fn words(&self) -> String {
        let path = self.path();
        match &self.server {
            Some(server) => format!("{} http://{server}{path}", self.method),
            None => format!("{} {path}", self.method),
        }
    }

    /// The literal path that it begins with.
    #[must_use]
    pub fn path(&self) -> &str {
        let text = match self.target.0.first() {
            Some(super::Piece::Text(text)) => text.as_str(),
            _ => "/",
        };
        text.split('?').next().unwrap_or_default()
    }
}

/// A login.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Login {
    /// The call.
    pub request: Request,
    /// What its answer gives.
    pub gives: Gives,
}

/// What the answer to a login gives.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Gives {
    /// Cookies.
    Cookies,
    /// A token.
    Token {
        /// Where it stands in the answer.
        from: TokenFrom,
        /// Where calls carry it.
        sent: Sent,
        /// What stands around `{token}`.
        template: String,
    },
}

/// A place in the answer to a login.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TokenFrom {
    /// A JSON pointer into the body.
    Body(String),
    /// The name of a header, in lower case.
    Header(String),
}

/// A place in a call.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sent {
    /// A header; its name in title case.
    Header(String),
    /// A parameter of the query.
    Query(String),
    /// A cookie.
    Cookie(String),
}

/// Where a call of a user carries a credential.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Carried {
    /// The whole value of a header; its name in title case.
    Header(String),
    /// The value of a parameter of the query.
    Query(String),
    /// Pairs of the header `Cookie`, before those of the call.
    Cookies,
}

impl Carried {
    /// The name of the slot in [`crate::Part::Credential`]: the header, or `?parameter`.
    #[must_use]
    pub fn slot(&self) -> String {
        match self {
            Self::Header(name) => name.clone(),
            Self::Query(name) => format!("?{name}"),
            Self::Cookies => "Cookie".to_owned(),
        }
    }

    fn of_header(name: &str) -> Self {
        match header_name(name).as_str() {
            "Cookie" => Self::Cookies,
            name => Self::Header(name.to_owned()),
        }
    }
}

/// The slot of the bare token.
const TOKEN: &str = "token";

impl User {
    /// Where his calls carry credentials, each place once.
    #[must_use]
    pub fn carried(&self) -> Vec<Carried> {
        let mut carried: Vec<Carried> =
            self.headers.iter().map(|(name, _)| Carried::of_header(name)).collect();
        carried.extend(self.login.as_ref().map(|login| match &login.gives {
            Gives::Cookies => Carried::Cookies,
            Gives::Token { sent: Sent::Cookie(_), .. } => Carried::Cookies,
            Gives::Token { sent: Sent::Header(name), .. } => Carried::of_header(name),
            Gives::Token { sent: Sent::Query(name), .. } => Carried::Query(name.clone()),
        }));
        carried.sort();
        carried.dedup();
        carried
    }

    /// The values of his slots, with what his login gave.
    #[must_use]
    pub fn credentials(
        &self,
        variables: &Variables,
        given: Option<&Given>,
    ) -> Vec<(String, String)> {
        let mut slots: Vec<(String, String)> = Vec::new();
        let mut put = |carried: &Carried, value: String| {
            let slot = carried.slot();
            match slots.iter_mut().find(|(known, _)| *known == slot) {
                Some((_, before)) if *carried == Carried::Cookies => {
                    before.push_str("; ");
                    before.push_str(&value);
                }
                Some((_, before)) => *before = value,
                None => slots.push((slot, value)),
            }
        };
        for (name, value) in &self.headers {
            put(&Carried::of_header(name), crate::header_value(&value.resolve(variables)));
        }
        let gives = self.login.as_ref().map(|login| &login.gives);
        match (given, gives) {
            (Some(Given::Cookies(cookies)), _) => put(&Carried::Cookies, cookies.clone()),
            (Some(Given::Token(token)), Some(Gives::Token { sent, template, .. })) => {
                let value = template.replace("{token}", token);
                match sent {
                    Sent::Header(name) => {
                        put(&Carried::of_header(name), crate::header_value(&value));
                    }
                    Sent::Query(name) => put(&Carried::Query(name.clone()), value),
                    Sent::Cookie(name) => put(&Carried::Cookies, format!("{name}={value}")),
                }
                slots.push((TOKEN.to_owned(), token.clone()));
            }
            _ => {}
        }
        slots
    }

    /// The variables that his login reads, each once.
    #[must_use]
    pub fn variables(&self) -> Vec<&str> {
        let requests =
            self.registration.iter().chain(self.login.iter().map(|login| &login.request));
        let mut texts: Vec<&Text> = self.headers.iter().map(|(_, value)| value).collect();
        for request in requests {
            texts.push(&request.target);
            texts.extend(request.headers.iter().map(|(_, value)| value));
            texts.extend(request.body.iter().map(|(_, text)| text));
        }
        let mut names: Vec<&str> = texts.into_iter().flat_map(Text::variables).collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}
