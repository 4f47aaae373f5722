//! A connection to a server of ours that stays. It speaks the protocol itself (version 3, queries as text): a client
//! program between would cost more than many a reset.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;

/// Version 3.0 of the protocol.
const VERSION: u32 = 3 << 16;
/// Bytes of the length that each message begins with, which counts them.
const OF_LENGTH: usize = 4;

/// A row: its values as text, without those that are NULL.
pub(super) type Row = Vec<String>;

/// A connection to a database. Queries are given, then what they answer is read.
#[derive(Debug)]
pub(super) struct Connection {
    stream: BufReader<UnixStream>,
    /// Queries whose answers were not read yet.
    unread: usize,
    is_lost: bool,
}

/// A message of the server: its kind, and what stands in it.
struct Message {
    kind: u8,
    body: Vec<u8>,
}

impl Connection {
    /// Opens one by the socket of a server that asks nobody for a password. Answers what was said if it is refused.
    pub fn open(socket: &Path, parameters: &[(&str, &str)]) -> Result<Self, String> {
        let stream = UnixStream::connect(socket).map_err(|error| error.to_string())?;
        let mut this = Self { stream: BufReader::new(stream), unread: 1, is_lost: false };
        let mut body = VERSION.to_be_bytes().to_vec();
        for (name, value) in parameters {
            body.extend(format!("{name}\0{value}\0").bytes());
        }
        body.push(0);
        this.send(&framed(None, &body)).map_err(|error| error.to_string())?;
        this.read()?;
        Ok(this)
    }

    /// Tells whether the server has ended it, or something has been lost on the way.
    pub fn is_over(&mut self) -> bool {
        if self.is_lost || self.stream.get_ref().set_nonblocking(true).is_err() {
            return true;
        }
        let first = self.stream.fill_buf().map(|bytes| bytes.first().copied());
        let is_reset = self.stream.get_ref().set_nonblocking(false).is_ok();
        let is_open = match first {
            // Nobody has asked for anything: it tells why it ends.
            Ok(Some(kind)) => kind != b'E',
            Ok(None) => false,
            Err(error) => error.kind() == io::ErrorKind::WouldBlock,
        };
        !is_reset || !is_open
    }

    /// Gives queries, each of which is a transaction if it does not say otherwise.
    pub fn give(&mut self, queries: &[&str]) -> io::Result<()> {
        let messages = queries.iter().flat_map(|query| {
            let body = [query.as_bytes(), &[0]].concat();
            framed(Some(b'Q'), &body)
        });
        self.unread += queries.len();
        self.send(&messages.collect::<Vec<u8>>())
    }

    /// Reads the rows that the queries which were given have answered. Answers what was said where one failed or the
    /// server ended.
    pub fn read(&mut self) -> Result<Vec<Row>, String> {
        let mut rows = Vec::new();
        let mut failed = None;
        while self.unread > 0 {
            let message = match self.message() {
                Ok(message) => message,
                Err(error) => {
                    self.is_lost = true;
                    return Err(failed.unwrap_or_else(|| format!("the server ended: {error}")));
                }
            };
            match message.kind {
                b'D' => rows.push(row(&message.body).ok_or("it answered no row")?),
                b'E' => failed = failed.or_else(|| Some(said(&message.body))),
                b'R' if message.body != [0; OF_LENGTH] => {
                    self.is_lost = true;
                    return Err("it asks for a password".to_owned());
                }
                b'Z' => self.unread -= 1,
                _ => {}
            }
        }
        failed.map_or(Ok(rows), Err)
    }

    fn send(&mut self, messages: &[u8]) -> io::Result<()> {
        let sent = self.stream.get_mut().write_all(messages);
        self.is_lost |= sent.is_err();
        sent
    }

    fn message(&mut self) -> io::Result<Message> {
        let mut head = [0; 1 + OF_LENGTH];
        self.stream.read_exact(&mut head)?;
        let [kind, length @ ..] = head;
        let length = u32::from_be_bytes(length) as usize;
        let length = length.checked_sub(OF_LENGTH).ok_or(io::ErrorKind::InvalidData)?;
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        Ok(Message { kind, body })
    }
}

/// Answers a message. The first one of a connection has no kind.
fn framed(kind: Option<u8>, body: &[u8]) -> Vec<u8> {
    let length = u32::try_from(body.len() + OF_LENGTH).unwrap_or(u32::MAX);
    let mut message: Vec<u8> = kind.into_iter().collect();
    message.extend(length.to_be_bytes());
    message.extend(body);
    message
}

/// Reads a row: the number of its values, then each with its length, which is negative of NULL.
fn row(body: &[u8]) -> Option<Row> {
    let (count, mut rest) = body.split_first_chunk()?;
    let mut row = Row::new();
    for _ in 0..u16::from_be_bytes(*count) {
        let (length, behind) = rest.split_first_chunk()?;
        rest = behind;
        if let Ok(length) = usize::try_from(i32::from_be_bytes(*length)) {
            let (value, behind) = rest.split_at_checked(length)?;
            row.push(String::from_utf8_lossy(value).into_owned());
            rest = behind;
        }
    }
    Some(row)
}

/// Reads an error: fields, each a letter and a text. Of these the rows that it is about are none.
fn said(body: &[u8]) -> String {
    let fields = || body.split(|byte| *byte == 0);
    let field = |letter: u8| {
        let of_letter = fields().find(|field| field.first() == Some(&letter));
        String::from_utf8_lossy(of_letter.map_or(&[][..], |field| &field[1..])).into_owned()
    };
    format!("{}:  {}", field(b'S'), field(b'M'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_text_and_null_is_none() {
        let body = b"\0\x03\0\0\0\x02ab\xff\xff\xff\xff\0\0\0\0";
        assert_eq!(row(body), Some(vec!["ab".to_owned(), String::new()]));
        assert_eq!(row(&body[..7]), None);
    }

    #[test]
    fn an_error_is_told_by_its_severity_and_message() {
        let body = b"SERROR\0VERROR\0C42601\0Mno such thing\0DKey (a)=(secret)\0\0";
        assert_eq!(said(body), "ERROR:  no such thing");
    }
}
