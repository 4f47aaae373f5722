//! The blocking side of the control protocol (`crates/nearmiss_runner/README.md`): one connection
//! for each thread of the process, one line out, one line back.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use napi_derive::napi;

use crate::guard::guarded;

/// The core answers from memory; longer than this means that it is gone or stuck.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);

/// One connection after its hello.
struct Connection {
    stream: BufReader<UnixStream>,
    hello_answer: String,
}

type SharedConnection = Arc<Mutex<Option<Connection>>>;

/// Connections by number of the JavaScript thread they speak for. They are shared by all threads of
/// the process, because under Node 20 the loader thread speaks for the thread it loads for.
static CONNECTIONS: Mutex<BTreeMap<u32, SharedConnection>> = Mutex::new(BTreeMap::new());

/// Sends `request` (one JSON document) on the connection of `thread` and returns the answer. The
/// first call for a thread connects and sends `hello`; with no `request` the answer to `hello` is
/// returned, each time.
///
/// # Errors
/// The core cannot be reached or does not answer within a minute.
#[napi(js_name = "controlRequest")]
pub fn control_request(
    socket: String,
    thread: u32,
    hello: String,
    request: Option<String>,
) -> napi::Result<String> {
    guarded("asking the core", || {
        let connection = {
            let mut all = CONNECTIONS.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(all.entry(thread).or_default())
        };
        let mut slot = connection.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = exchange(&mut slot, &socket, &hello, request.as_deref());
        answer.map_err(|error| {
            // A half-read answer must not become the answer to the next question.
            *slot = None;
            napi::Error::from_reason(format!(
                "nearmiss: the core at {socket} does not answer: {error}"
            ))
        })
    })
}

fn exchange(
    slot: &mut Option<Connection>,
    socket: &str,
    hello: &str,
    request: Option<&str>,
) -> std::io::Result<String> {
    let connection = match slot {
        Some(connection) => connection,
        None => slot.insert(connect(socket, hello)?),
    };
    match request {
        None => Ok(connection.hello_answer.clone()),
        Some(request) => round_trip(&mut connection.stream, request),
    }
}

fn connect(socket: &str, hello: &str) -> std::io::Result<Connection> {
    let stream = UnixStream::connect(socket)?;
    stream.set_read_timeout(Some(ANSWER_TIMEOUT))?;
    stream.set_write_timeout(Some(ANSWER_TIMEOUT))?;
    let mut stream = BufReader::new(stream);
    let hello_answer = round_trip(&mut stream, hello)?;
    Ok(Connection { stream, hello_answer })
}

fn round_trip(stream: &mut BufReader<UnixStream>, line: &str) -> std::io::Result<String> {
    let mut out = Vec::with_capacity(line.len() + 1);
    out.extend_from_slice(line.as_bytes());
    out.push(b'\n');
    stream.get_mut().write_all(&out)?;
    let mut answer = String::new();
    if stream.read_line(&mut answer)? == 0 {
        return Err(std::io::ErrorKind::UnexpectedEof.into());
    }
    answer.truncate(answer.trim_end().len());
    Ok(answer)
}
