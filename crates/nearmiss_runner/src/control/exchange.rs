//! An order and the answer to it, as lines of JSON over a connection.

use std::io::{BufRead, BufReader, Error, ErrorKind, Result, Write};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Time between two questions whether to wait on for an answer.
const ASKED_EVERY: Duration = Duration::from_millis(100);

/// Sends the order of this number and waits for its answer, `limit` at most; meanwhile `waits` is asked now and then whether to
/// wait on.
///
/// # Errors
/// When there is no answer. The connection is to be dropped then: its next answer could be to this order.
pub(super) fn exchange(
    reader: &mut BufReader<UnixStream>,
    (order, id): (&str, u64),
    limit: Duration,
    waits: &dyn Fn() -> bool,
) -> Result<Value> {
    let line = format!("{}\n", json!({"id": id, "order": order}));
    reader.get_mut().write_all(line.as_bytes())?;
    let end = Instant::now() + limit;
    // Bytes: a pause may come in the midst of a character.
    let mut line = Vec::new();
    loop {
        let left = end.saturating_duration_since(Instant::now());
        let slice = left.clamp(Duration::from_millis(1), ASKED_EVERY);
        reader.get_mut().set_read_timeout(Some(slice))?;
        match reader.read_until(b'\n', &mut line) {
            Ok(0) => return Err(Error::new(ErrorKind::UnexpectedEof, "the SUT process went away")),
            Ok(_) => match serde_json::from_slice::<Value>(&line) {
                Ok(answer) if answer["id"] == json!(id) => return Ok(answer),
                _ => line.clear(),
            },
            // The part of a line that has come is kept.
            Err(error) if error.kind() == ErrorKind::WouldBlock && left > slice && waits() => {}
            Err(error) => return Err(error),
        }
    }
}
