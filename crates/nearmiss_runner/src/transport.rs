//! HTTP to the SUT: one connection, one call after another.

use std::time::Duration;

use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1::{Builder, SendRequest};
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use nearmiss_problem::{CallOutcome, HttpResponse};
use tokio::net::TcpStream;
use tokio::runtime::Runtime;
use tokio::task::JoinHandle;

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
}

impl Default for CallLimits {
    fn default() -> Self {
        Self { time: Duration::from_secs(5), body: 1 << 20 }
    }
}

/// An open connection and the task that owns its socket.
struct Connection {
    sender: SendRequest<Full<Bytes>>,
    socket: JoinHandle<()>,
}

/// A connection to one server.
pub struct Transport {
    runtime: Runtime,
    connection: Option<Connection>,
    address: String,
    limits: CallLimits,
}

impl Transport {
    /// A transport that is not yet connected.
    ///
    /// # Errors
    /// When the system gives no event loop.
    pub fn new(limits: CallLimits) -> std::io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        Ok(Self { runtime, connection: None, address: String::new(), limits })
    }

    /// Turns to another server (`host:port`); the old connection is closed.
    pub fn connect_to(&mut self, address: &str) {
        address.clone_into(&mut self.address);
        if let Some(connection) = self.connection.take() {
            connection.socket.abort();
        }
    }

    /// Makes a call. `reached` tells whether the server has seen the request; only if not, and the
    /// connection was an old one, it is sent again on a fresh one.
    pub fn call(&mut self, call: &WireCall, reached: impl Fn() -> bool) -> CallOutcome {
        let reused = self.connection.is_some();
        let outcome = self.call_once(call);
        match outcome {
            CallOutcome::Broken(_) if reused && !reached() => self.call_once(call),
            outcome => outcome,
        }
    }

    fn call_once(&mut self, call: &WireCall) -> CallOutcome {
        let request = match request_of(call) {
            Ok(request) => request,
            Err(error) => return CallOutcome::Broken(format!("cannot be sent: {error}")),
        };
        let (limits, address) = (self.limits, &self.address);
        let mut kept = self.connection.take();
        let mut socket = None;
        let exchange = async {
            // One that the server has closed meanwhile has sent nothing: a new one is as good.
            let mut open = kept.take();
            if let Some(connection) = &mut open
                && connection.sender.ready().await.is_err()
            {
                open = None;
            }
            let mut connection = match open {
                Some(connection) => connection,
                None => connect(address).await?,
            };
            socket = Some(connection.socket.abort_handle());
            connection.sender.ready().await.map_err(|error| error.to_string())?;
            let sent = connection.sender.send_request(request).await;
            let (answer, whole) = read(sent.map_err(|error| text(&error))?, limits.body).await?;
            Ok::<_, String>((answer, whole.then_some(connection)))
        };
        let timed =
            self.runtime.block_on(async { tokio::time::timeout(limits.time, exchange).await });
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

fn request_of(call: &WireCall) -> Result<Request<Full<Bytes>>, hyper::http::Error> {
    let mut builder = Request::builder().method(call.method.as_str()).uri(call.target.as_str());
    for (name, value) in &call.headers {
        // Latin-1, as Node's http client writes header values.
        let latin: Vec<u8> =
            value.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).collect();
        builder = builder.header(name.as_str(), latin);
    }
    builder.body(Full::new(Bytes::from(call.body.clone().unwrap_or_default())))
}

async fn connect(address: &str) -> Result<Connection, String> {
    let stream = TcpStream::connect(address).await.map_err(|error| error.to_string())?;
    stream.set_nodelay(true).map_err(|error| error.to_string())?;
    let (sender, connection) = Builder::new()
        .title_case_headers(true)
        .handshake(TokioIo::new(stream))
        .await
        .map_err(|error| error.to_string())?;
    let socket = tokio::spawn(async move { drop(connection.await) });
    Ok(Connection { sender, socket })
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
