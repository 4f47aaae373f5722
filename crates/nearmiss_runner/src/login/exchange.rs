//! One login: the calls, and what their answers say.

use std::fmt;

use nearmiss_problem::auth::{Given, GivenSecrets, Request, User, Variables, login_slots};
use nearmiss_problem::{Body, CallOutcome, HttpRequest, HttpResponse, Part};

use super::Credentials;
use crate::connection::Protocol;
use crate::homes::OwnDatabases;
use crate::resolve::{Earlier, wire_call};
use crate::transport::Transport;

/// Advice about a login that is refused.
const CHECK: &str = "check its user name, its password and the endpoint";
/// Causes that are likelier, where users are no rows of the databases that the API works on.
const ROWLESS: &str = "the API works on a database of our own, which begins without the rows of yours: a user who is \
                       one of these has to be made by the start command, or by a call (`createUsers` of --auth). Else ";

/// A part of a login.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum LoginStep {
    /// The call that makes the user.
    Registration,
    /// The call that logs him in.
    Login,
    /// Taking the token or the cookies out of the answer.
    Token,
}

impl fmt::Display for LoginStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Registration => "registration",
            Self::Login => "login",
            Self::Token => "token",
        })
    }
}

/// Why a user could not log in.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct LoginFailure {
    /// The user.
    pub user: String,
    /// What went wrong.
    pub step: LoginStep,
    /// How, for people.
    pub why: String,
}

impl fmt::Display for LoginFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "user `{}`: {}: {}", self.user, self.step, self.why)
    }
}

/// What a login gave.
#[derive(Default)]
pub(super) struct Entered {
    /// The token, or the cookies.
    pub given: Option<Given>,
    /// What else of its answer is a secret, by slot.
    pub slots: Vec<(String, String)>,
}

/// Where the calls of a login go.
pub(super) struct Line<'t> {
    pub transport: &'t mut Transport,
    /// `host:port` of the SUT.
    pub host: &'t str,
    /// What the SUT speaks.
    pub protocol: Protocol,
    /// The port that its code wanted; 0 if it did not care.
    pub wanted: u16,
    /// Databases of ours that it works on.
    pub databases: &'t OwnDatabases,
    /// Calls made, with those that are still to come.
    pub calls: &'t mut u64,
    /// Where secrets of answers go.
    pub observed: &'t mut GivenSecrets,
}

impl Line<'_> {
    /// Makes a call, and notes what its answer gives beside the token: one to renew it, say.
    fn call(&mut self, request: &Request, variables: &Variables) -> CallOutcome {
        let outcome = self.call_once(request, variables);
        if let CallOutcome::Response(answer) = &outcome {
            self.observed.note_answer(answer);
        }
        outcome
    }

    fn call_once(&mut self, request: &Request, variables: &Variables) -> CallOutcome {
        *self.calls += 1;
        let text = |text: String| vec![Part::Text(text)];
        let sent = HttpRequest {
            method: request.method.clone(),
            target: text(request.target.resolve(variables)),
            headers: request
                .headers
                .iter()
                .map(|(name, value)| (name.clone(), text(value.resolve(variables))))
                .collect(),
            body: request.body.as_ref().map(|(content_type, body)| Body {
                content_type: content_type.clone(),
                text: text(body.resolve(variables)),
            }),
        };
        let none = Credentials::default();
        let elsewhere = request.server.as_deref().filter(|server| !self.is_sut(server));
        let Some(server) = elsewhere else {
            return self
                .transport
                .call(&wire_call(&sent, Earlier::default(), self.host, &none), || false);
        };
        self.transport.connect_to(server);
        let outcome =
            self.transport.call(&wire_call(&sent, Earlier::default(), server, &none), || false);
        self.transport.connect_by(self.protocol, self.host);
        outcome
    }

    /// Whether an address is the one that the SUT wanted: it listens elsewhere.
    fn is_sut(&self, server: &str) -> bool {
        let Some((host, port)) = server.rsplit_once(':') else { return false };
        let loopback = ["localhost", "127.0.0.1", "[::1]", "0.0.0.0"].contains(&host);
        loopback && self.wanted != 0 && port.parse() == Ok(self.wanted)
    }

    /// Makes a user and logs him in, as far as he needs it.
    pub fn log_in(&mut self, user: &User, variables: &Variables) -> Result<Entered, LoginFailure> {
        let fail = |step, why| LoginFailure { user: user.name.clone(), step, why };
        // Refused mostly because the user is there already, from before a reset that keeps him.
        let mut refused = None;
        if let Some(request) = &user.registration {
            match self.call(request, variables) {
                CallOutcome::Response(answer) if answer.status < 400 => {}
                CallOutcome::Response(answer) if answer.status < 500 => {
                    refused = Some(answered(request, &answer));
                }
                outcome => return Err(fail(LoginStep::Registration, down(request, &outcome))),
            }
        }
        let Some(login) = &user.login else {
            let entered = Ok(Entered::default());
            return refused.map_or(entered, |why| Err(fail(LoginStep::Registration, why)));
        };
        let request = &login.request;
        match self.call(request, variables) {
            CallOutcome::Response(answer) if answer.status < 400 => {
                let given = login.gives.take(&answer).map_err(|why| {
                    let (call, status) = (request.words(), answer.status);
                    fail(LoginStep::Token, format!("the answer of {call} ({status}) {why}"))
                })?;
                let slots = login_slots(&answer, &given);
                Ok(Entered { given: Some(given), slots })
            }
            CallOutcome::Response(answer) if answer.status < 500 => Err(match refused {
                Some(why) => fail(LoginStep::Registration, why),
                None => {
                    let what = answered(request, &answer);
                    let is_unmade = self.databases.lack_rows() && user.registration.is_none();
                    let cause = if is_unmade { ROWLESS } else { "" };
                    fail(LoginStep::Login, format!("{what}; {cause}{CHECK}"))
                }
            }),
            outcome => Err(fail(LoginStep::Login, down(request, &outcome))),
        }
    }
}

fn answered(request: &Request, answer: &HttpResponse) -> String {
    format!("{} was answered {}", request.words(), answer.status)
}

/// An endpoint that does not work.
fn down(request: &Request, outcome: &CallOutcome) -> String {
    let what = match outcome {
        CallOutcome::Response(answer) => answered(request, answer),
        CallOutcome::Timeout => format!("{} was not answered in time", request.words()),
        CallOutcome::Broken(why) => format!("{} had no answer ({why})", request.words()),
    };
    format!("{what}; the endpoint is down")
}
