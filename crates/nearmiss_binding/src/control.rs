//! The blocking side of the control protocol (`crates/nearmiss_runner/README.md`): one connection
//! for each thread of the process, one line out, one line back.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Mutex, Once, PoisonError};
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

/// How long a process whose core is gone may take to end in JavaScript (`npm/nearmiss/sut/orders.js`), which runs listeners.
const ENDS_BY_ITSELF: Duration = Duration::from_secs(1);
/// Between two looks for a core.
const LOOK_AGAIN: Duration = Duration::from_millis(100);

/// Ends this process when the core is gone, from a thread of its own: code of the program that never comes to an end, such as a
/// regular expression, keeps JavaScript from doing it, and the core that would have ended the process is no more.
fn end_with_core(socket: &str) {
    static WATCHED: Once = Once::new();
    WATCHED.call_once(|| {
        let socket = socket.to_owned();
        let watch = move || {
            loop {
                match UnixStream::connect(&socket) {
                    // The core says nothing here; this ends with it.
                    Ok(mut stream) => drop(std::io::copy(&mut stream, &mut std::io::sink())),
                    Err(error) if is_gone(&error) => break,
                    Err(_) => {}
                }
                std::thread::sleep(LOOK_AGAIN);
            }
            std::thread::sleep(ENDS_BY_ITSELF);
            end_now();
        };
        // Without the thread a blocked process outlives a core that was killed, and nothing else is different.
        drop(std::thread::Builder::new().name("nearmiss-core".to_owned()).spawn(watch));
    });
}

fn is_gone(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::ConnectionRefused | ErrorKind::NotFound)
}

#[expect(unsafe_code, reason = "no listener of the program may run on this thread")]
fn end_now() -> ! {
    // SAFETY: it touches no memory of the process, whose other threads may still run.
    unsafe { libc::_exit(1) }
}

fn connect(socket: &str, hello: &str) -> std::io::Result<Connection> {
    let stream = UnixStream::connect(socket)?;
    end_with_core(socket);
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
