//! Calls to the SUT: one connection, one call after another.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::Poll;
use std::time::{Duration, Instant};

use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::{Request, Response};
use nearmiss_problem::{CallOutcome, HttpResponse};
use tokio::runtime::Runtime;

use crate::connection::{Connection, Protocol, Sender, connect};
use crate::homes::OwnDatabases;
use crate::shared_map::SharedMap;

/// A call with nothing left to resolve: exactly what is sent.
#[derive(Clone, Debug, Eq, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct WireCall {
    /// Upper-case method.
    pub method: String,
    /// Request target.
    pub target: String,
    /// All headers in order, names in title case.
    pub headers: Vec<(String, String)>,
    /// The body, if any.
    pub body: Option<String>,
}

/// Limits of one call.
#[derive(Clone, Copy, Debug)]
pub struct CallLimits {
    /// Time from sending until the whole answer is there.
    pub time: Duration,
    /// Bytes of an answer's body that are read; the rest is cut off.
    pub body: usize,
    /// The least time from one call to the next.
    pub apart: Duration,
}

impl Default for CallLimits {
    fn default() -> Self {
        Self { time: Duration::from_secs(5), body: 1 << 20, apart: Duration::ZERO }
    }
}

/// What hyper makes of a request that was sent.
type Answer = Pin<Box<dyn Future<Output = hyper::Result<Response<Incoming>>> + Send>>;

/// A connection to one server.
pub struct Transport {
    runtime: Runtime,
    connection: Option<Connection>,
    /// The call that was sent ahead, with the connection that it has.
    ahead: Option<(Connection, Answer)>,
    address: String,
    protocol: Protocol,
    /// The SUT that is told in its map of what is sent to it, and where that listens.
    told: Option<(String, Arc<SharedMap>)>,
    limits: CallLimits,
    /// When the next call may be made, if not at once.
    next: Option<Instant>,
    /// How long an answer is awaited without sleeping.
    awake: Duration,
    /// The head of the last answer came.
    answered: bool,
    /// Databases that an answer has to wait for while they are made: time of ours, none of the API's.
    databases: OwnDatabases,
}

/// Between two looks at a SUT that has not answered; a call that is answered sooner costs nothing.
const LOOK_EVERY: Duration = Duration::from_millis(200);
/// What is waited after the last look, for an answer that came meanwhile.
const LAST_LOOK: Duration = Duration::from_millis(20);

impl Transport {
    /// A transport that is not yet connected.
    ///
    /// # Errors
    /// When the system gives no event loop.
    pub fn new(limits: CallLimits) -> std::io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let (connection, ahead, address, told) = (None, None, String::new(), None);
        Ok(Self {
            runtime,
            connection,
            ahead,
            address,
            protocol: Protocol::Http,
            told,
            limits,
            next: None,
            awake: Duration::ZERO,
            answered: false,
            databases: OwnDatabases::default(),
        })
    }

    /// From now on the time of a call does not run while one of these databases is made.
    pub fn wait_for(&mut self, databases: OwnDatabases) {
        self.databases = databases;
    }

    /// From now on an answer is awaited for so long without sleeping: who sleeps takes some tens of microseconds to wake.
    pub(crate) fn stay_awake(&mut self, awake: Duration) {
        self.awake = awake.min(self.limits.time);
    }

    /// From now on a call may take so long.
    pub fn limit_time(&mut self, time: Duration) {
        self.limits.time = time;
    }

    /// Turns to another server (`host:port`) that speaks HTTP/1.1; the old connection is closed.
    pub fn connect_to(&mut self, address: &str) {
        self.connect_by(Protocol::Http, address);
    }

    /// Turns to another server (`host:port`); the old connection is closed.
    pub fn connect_by(&mut self, protocol: Protocol, address: &str) {
        address.clone_into(&mut self.address);
        self.protocol = protocol;
        self.forget();
    }

    /// Closes the connection, and forgets the call that was sent ahead.
    pub(crate) fn forget(&mut self) {
        let ahead = self.ahead.take().map(|(connection, _)| connection);
        for connection in [self.connection.take(), ahead].into_iter().flatten() {
            connection.socket.abort();
        }
    }

    /// From now on the server at an address is told in its map of what is sent to it, also after calls to another one.
    pub(crate) fn tell(&mut self, told: Option<(String, Arc<SharedMap>)>) {
        self.told = told;
    }

    /// Sends a call to the SUT and does not wait for its answer: the next call that is made has to be this one. Answers
    /// false, and has sent nothing, when there is no connection that is free for it.
    pub(crate) fn send_ahead(&mut self, call: &WireCall) -> bool {
        let is_sut = self.told.as_ref().is_some_and(|(host, _)| *host == self.address);
        // Of HTTP/2 the runtime cannot hold back what comes too early.
        let is_one = self.protocol == Protocol::Http && self.limits.apart.is_zero();
        let request = request_of(call, self.protocol, &self.address);
        let Some(request) = request.ok().filter(|_| is_sut && is_one) else { return false };
        let Some(mut connection) = self.connection.take() else { return false };
        let sent = self.runtime.block_on(async {
            let Sender::One(sender) = &mut connection.sender else { return None };
            if !sender.is_ready() {
                return None;
            }
            let answer = sender.send_request(request);
            // The task of the connection writes it.
            tokio::task::yield_now().await;
            Some(answer)
        });
        match sent {
            Some(answer) => self.ahead = Some((connection, Box::pin(answer))),
            None => self.connection = Some(connection),
        }
        self.ahead.is_some()
    }

    /// Makes a call. `reached` tells whether the server has seen the request; only if not, and the
    /// connection was an old one, it is sent again on a fresh one.
    pub fn call(&mut self, call: &WireCall, reached: impl Fn() -> bool) -> CallOutcome {
        self.call_watched(call, reached, |_| true)
    }

    /// As [`Transport::call`]; `look` is asked now and then, while no whole answer has come, whether
    /// to wait on. It is told how much time is left and may take that long.
    pub fn call_watched(
        &mut self,
        call: &WireCall,
        reached: impl Fn() -> bool,
        mut look: impl FnMut(Duration) -> bool,
    ) -> CallOutcome {
        self.keep_apart();
        let reused = self.connection.is_some() || self.ahead.is_some();
        let outcome = self.call_once(call, &mut look);
        match outcome {
            CallOutcome::Broken(_) if reused && !reached() => self.call_once(call, &mut look),
            outcome => outcome,
        }
    }

    /// Waits until the next call may be made.
    fn keep_apart(&mut self) {
        if self.limits.apart.is_zero() {
            return;
        }
        let now = Instant::now();
        let next = self.next.unwrap_or(now).max(now);
        std::thread::sleep(next - now);
        self.next = Some(next + self.limits.apart);
    }

    /// Whether the last call, that got no whole answer, got the head of one.
    #[must_use]
    pub fn answered(&self) -> bool {
        self.answered
    }

    fn call_once(
        &mut self,
        call: &WireCall,
        look: &mut dyn FnMut(Duration) -> bool,
    ) -> CallOutcome {
        self.answered = false;
        let request = match request_of(call, self.protocol, &self.address) {
            Ok(request) => request,
            Err(error) => return CallOutcome::Broken(format!("cannot be sent: {error}")),
        };
        let (limits, awake, address) = (self.limits, self.awake, &self.address);
        let protocol = self.protocol;
        let told = self.told.as_ref().filter(|(host, _)| host == address).map(|(_, map)| map);
        let mut kept = self.connection.take();
        let ahead = self.ahead.take();
        let mut socket = None;
        let answered = &mut self.answered;
        let databases = &self.databases;
        let exchange = async {
            if let Some((connection, answer)) = ahead {
                socket = Some(connection.socket.abort_handle());
                let sent = answer.await;
                *answered = sent.is_ok();
                let (answer, whole) =
                    read(sent.map_err(|error| text(&error))?, limits.body).await?;
                return Ok((answer, whole.then_some(connection)));
            }
            // One that the server has closed meanwhile has sent nothing: a new one is as good.
            let mut open = kept.take();
            if let Some(connection) = &mut open
                && connection.sender.ready().await.is_err()
            {
                open = None;
            }
            let mut connection = match open {
                Some(connection) => connection,
                None => connect(address, protocol, told.cloned()).await?,
            };
            socket = Some(connection.socket.abort_handle());
            connection.sender.ready().await.map_err(|error| error.to_string())?;
            let sent = connection.sender.send(request).await;
            *answered = sent.is_ok();
            let (answer, whole) = read(sent.map_err(|error| text(&error))?, limits.body).await?;
            Ok::<_, String>((answer, whole.then_some(connection)))
        };
        let timed = self.runtime.block_on(async {
            let mut exchange = pin!(exchange);
            let start = Instant::now();
            let mut end = start + limits.time;
            // Each turn of this looks at the socket.
            while start.elapsed() < awake {
                let look = poll_fn(|context| Poll::Ready(exchange.as_mut().poll(context)));
                if let Poll::Ready(exchanged) = look.await {
                    return Ok(exchanged);
                }
                std::thread::yield_now();
                tokio::task::yield_now().await;
            }
            loop {
                let left = end.saturating_duration_since(Instant::now());
                match tokio::time::timeout(left.clamp(LAST_LOOK, LOOK_EVERY), &mut exchange).await {
                    Err(_) if databases.is_one_being_made() => end = Instant::now() + limits.time,
                    Err(_) if left > LOOK_EVERY && look(left - LOOK_EVERY) => {}
                    timed => return timed,
                }
            }
        });
        let outcome = match timed {
            Ok(Ok((answer, connection))) => {
                self.connection = connection;
                CallOutcome::Response(answer)
            }
            Ok(Err(error)) => CallOutcome::Broken(error),
            Err(_) => CallOutcome::Timeout,
        };
        if let (None, Some(socket)) = (&self.connection, socket) {
            // Its task would only be dropped when the event loop runs again, and until then the
            // server takes the exchange for one that is under way.
            socket.abort();
            self.runtime.block_on(tokio::task::yield_now());
        }
        outcome
    }
}

fn text(error: &hyper::Error) -> String {
    if error.is_incomplete_message() {
        return "the connection was closed before the answer was complete".to_owned();
    }
    error.to_string()
}

/// Headers of a connection, which HTTP/2 has in other places or not at all (RFC 9113, 8.2.2).
const OF_CONNECTION: [&str; 5] =
    ["host", "connection", "keep-alive", "transfer-encoding", "upgrade"];

fn request_of(
    call: &WireCall,
    protocol: Protocol,
    address: &str,
) -> Result<Request<Full<Bytes>>, hyper::http::Error> {
    let builder = Request::builder().method(call.method.as_str());
    let mut builder = match protocol.is_http2() {
        false => builder.uri(call.target.as_str()),
        true => builder.uri(format!("{}://{address}{}", protocol.scheme(), call.target)),
    };
    for (name, value) in &call.headers {
        if protocol.is_http2() && OF_CONNECTION.iter().any(|own| name.eq_ignore_ascii_case(own)) {
            continue;
        }
        // Latin-1, as Node's http client writes header values.
        let latin: Vec<u8> =
            value.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).collect();
        builder = builder.header(name.as_str(), latin);
    }
    builder.body(Full::new(Bytes::from(call.body.clone().unwrap_or_default())))
}

/// The answer, and whether it was read whole (else the connection cannot be used again).
async fn read(response: Response<Incoming>, limit: usize) -> Result<(HttpResponse, bool), String> {
    let (head, mut incoming) = response.into_parts();
    let headers = head.headers.iter().map(|(name, value)| {
        let value = value.as_bytes().iter().map(|byte| char::from(*byte)).collect();
        (name.as_str().to_owned(), value)
    });
    let mut answer = HttpResponse {
        status: head.status.as_u16(),
        headers: headers.collect(),
        ..Default::default()
    };
    while let Some(frame) = incoming.frame().await {
        let frame = frame.map_err(|error| text(&error))?;
        let Ok(data) = frame.into_data() else { continue };
        let room = limit - answer.body.len();
        answer.body.extend_from_slice(&data[..data.len().min(room)]);
        if data.len() > room {
            answer.truncated = true;
            return Ok((answer, false));
        }
    }
    Ok((answer, true))
}
