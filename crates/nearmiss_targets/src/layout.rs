//! The layout of the shared map: one file, created by the core, mapped by one thread of a SUT
//! process and by the core. All numbers are little-endian.
//!
//! | offset (bytes) | content |
//! |---|---|
//! | 0 | header: [`HEADER_WORDS`] words of 32 bits, see [`word`] |
//! | [`TOUCHED_OFFSET`] | the touched list: [`TOUCHED_CAPACITY`] slot numbers of 32 bits |
//! | [`FACTS_OFFSET`] | the ring of taint facts: [`FACTS_BYTES`] bytes |
//! | [`SLOTS_OFFSET`] | [`SLOTS`] heuristics, 64-bit floats in `[0, 1]` |
//! | [`FLOORS_OFFSET`] | [`SLOTS`] floors, 64-bit floats in `[0, 1)`: heuristics that the search has no use for |
//!
//! The file is sparse: only what was touched takes memory. The core writes `EPOCH_STATE`, `EPOCH`,
//! `ACTION` and `LAST_ACTION` as cells while the SUT is quiet (the HTTP round trip orders them);
//! the runtime writes the rest. A slot that nobody touched holds its floor, 0 unless the core raised it:
//! a probe that comes no nearer does nothing, and one that comes nearer than the floor for the first
//! time appends the slot to the touched
//! list, unless `EPOCH_STATE` is closed: then it does nothing. The core drains by walking the
//! touched list, reading each slot and putting it back to its floor, and zeroing `TOUCHED_COUNT`.
//!
//! A taint fact is, 2-byte aligned and one after another from `FACTS_OFFSET`, all 16-bit words:
//! `[kind, action index, taint number low, taint number high, length n, n UTF-16 units]`, see
//! [`fact`]. `FACTS_USED` is the number of bytes written in this epoch; a fact that does not fit is
//! dropped and `FACTS_DROPPED` counts it.
//!
//! The first [`SINK_SLOTS`] slots belong to no file: speculative evaluations write there.
//!
//! `cargo run -p nearmiss_targets --example layout > npm/nearmiss/runtime/generated/layout.js`
//! writes these numbers for JavaScript; a test compares.

/// Version of the layout; the runtime refuses another.
pub const VERSION: u32 = 3;
/// First word of a map file.
pub const MAGIC: u32 = 0x6e6d_6d31;
/// Number of 32-bit words in the header.
pub const HEADER_WORDS: usize = 1024;
/// Actions of a test of which it is told which route handled them, see [`word::ROUTE`].
pub const ROUTED_ACTIONS: usize = HEADER_WORDS - word::ROUTE;
/// Byte offset of the touched list.
pub const TOUCHED_OFFSET: usize = HEADER_WORDS * 4;
/// Entries of the touched list.
pub const TOUCHED_CAPACITY: usize = 1 << 20;
/// Byte offset of the ring of taint facts.
pub const FACTS_OFFSET: usize = TOUCHED_OFFSET + TOUCHED_CAPACITY * 4;
/// Bytes of the ring of taint facts.
pub const FACTS_BYTES: usize = 1 << 20;
/// Byte offset of the slots.
pub const SLOTS_OFFSET: usize = FACTS_OFFSET + FACTS_BYTES;
/// Number of slots.
pub const SLOTS: usize = 1 << 24;
/// Slots at the start that belong to no file.
pub const SINK_SLOTS: u32 = 16;
/// Slots from here on are numbered by who instruments ahead of time (`nearmiss instrument`); those
/// before, as files are loaded.
pub const AHEAD_SLOTS: u32 = 1 << 23;
/// Byte offset of the floors.
pub const FLOORS_OFFSET: usize = SLOTS_OFFSET + SLOTS * 8;
/// Size of a map file in bytes.
pub const TOTAL_BYTES: usize = FLOORS_OFFSET + SLOTS * 8;

/// Indices of the words of the header.
pub mod word {
    /// [`super::MAGIC`].
    pub const MAGIC: usize = 0;
    /// [`super::VERSION`].
    pub const VERSION: usize = 1;
    /// Number of the current test; written by the core.
    pub const EPOCH: usize = 2;
    /// [`super::epoch`]; opened by the core, closed by the runtime or the core.
    pub const EPOCH_STATE: usize = 3;
    /// Index of the action whose call is under way; written by the core.
    pub const ACTION: usize = 4;
    /// 1 while the call under way is the last of its test; written by the core. When its response
    /// is finished the runtime waits until the SUT is quiet, closes the epoch and acknowledges.
    pub const LAST_ACTION: usize = 5;
    /// Number of the epoch that the runtime closed last.
    pub const QUIET_EPOCH: usize = 6;
    /// Requests begun since the process started.
    pub const REQUESTS: usize = 7;
    /// Responses finished (or aborted) since the process started.
    pub const RESPONSES: usize = 8;
    /// Entries of the touched list in use.
    pub const TOUCHED_COUNT: usize = 9;
    /// Slots touched that did not fit the touched list.
    pub const TOUCHED_DROPPED: usize = 10;
    /// Bytes of the ring of taint facts in use.
    pub const FACTS_USED: usize = 11;
    /// Taint facts that did not fit.
    pub const FACTS_DROPPED: usize = 12;
    /// Statement slot that the first exception of this action left unfinished, 0 for none; the
    /// core zeroes it before each call.
    pub const THROWN_AT: usize = 13;
    /// 1 if an exception has passed an instrumented function during this action; zeroed likewise.
    pub const THROWN: usize = 14;
    /// 1 if the epoch was closed although work was still going on when the bound was reached.
    pub const NOT_QUIET: usize = 15;
    /// 1 and the index of the operation whose call is under way, 0 when it is none of the problem's;
    /// written by the core before each call.
    pub const OPERATION: usize = 16;
    /// 1 while inputs that the SUT reads are reported ([`super::fact::INPUT`]); written by the core.
    pub const DISCOVERY: usize = 17;
    /// 1 while values that meet and differ are reported ([`super::fact::PAIR`]); written by the core.
    pub const PAIRS: usize = 18;
    /// Microseconds that the runtime may stay awake, after it has closed an epoch, until the core sends
    /// something; written by the core, 0 where another process has more use for the processor.
    pub const AWAKE: usize = 19;
    /// Counts what the core has sent: calls, when they are in the socket, and orders. Wraps.
    pub const SENT: usize = 20;
    /// Port of the core's end of its connection to the SUT; written by the core, 0 before there is one.
    pub const CORE_PORT: usize = 21;
    /// Number of the test since whose last response the runtime reads nothing more from that connection.
    pub const HELD: usize = 22;
    /// Number of the test whose end the next call may wait for in the socket; written by the core before
    /// it looks at `QUIET_EPOCH`, as the runtime writes that before it looks here: one of them sees the other.
    /// 0 when the core has no such call any more.
    pub const AHEAD: usize = 23;
    /// The first of [`super::ROUTED_ACTIONS`] words, one an action: number of the route that handled its call, as the
    /// core gave it, or 0 while none is known; zeroed by the core before the call.
    pub const ROUTE: usize = 512;
}

/// Values of the word `EPOCH_STATE`.
pub mod epoch {
    /// Hits are dropped.
    pub const CLOSED: u32 = 0;
    /// A test runs.
    pub const OPEN: u32 = 1;
    /// The process starts: hits are boot-time targets.
    pub const BOOT: u32 = 2;
}

/// Kinds of taint facts: what a tainted input was compared with.
pub mod fact {
    /// The text is the wanted value.
    pub const CONSTANT: u16 = 1;
    /// The text is the wanted value, whatever its case.
    pub const CONSTANT_IGNORE_CASE: u16 = 2;
    /// The text is a regular expression (`source`), which must match anywhere.
    pub const REGEX_PARTIAL: u16 = 3;
    /// The text is a regular expression that must match the whole value.
    pub const REGEX_WHOLE: u16 = 4;
    /// The value must start with the text.
    pub const PREFIX: u16 = 5;
    /// The value must end with the text.
    pub const SUFFIX: u16 = 6;
    /// The value must contain the text.
    pub const CONTAINS: u16 = 7;
    /// The text is the decimal number of another taint that the value must be equal to.
    pub const EQUAL_TO_TAINT: u16 = 8;
    /// The value must be a number; the text is a wanted one or empty.
    pub const NUMBER: u16 = 9;
    /// The value is read as a date: the text is empty, or a part of it and what that should be (`year`,
    /// `month` from 0, `day`, `weekday` from Sunday, `time` in milliseconds since 1970), `year 1912`.
    pub const DATE: u16 = 10;
    /// The value must hold a text at a place: a decimal number (negative: units before the end), a
    /// comma, the text.
    pub const AT: u16 = 11;
    /// The value is decoded before it is looked at; the text is `base64`, `hex` or `percent`.
    pub const ENCODED: u16 = 12;
    /// The value is read as a URL: the text is empty, or a part of it and what that should be, `port 8443`.
    pub const URL: u16 = 14;
    /// A validator of the program was called with an input; the text says which schema, and where
    /// the input came from (JSON, README of `npm/nearmiss/adapters`). The number of the taint is 0.
    pub const SCHEMA: u16 = 13;
    /// The value should be of another type: `number`, `boolean`, `object`, `array`, or one of `null`,
    /// `undefined`, `true`, `false`.
    pub const KIND: u16 = 15;
    /// An input is read, whatever its value (the taint number is 0): a letter for its place (`q` query,
    /// `h` header, `c` cookie, `b` body) and its name, for the body a JSON pointer.
    pub const INPUT: u16 = 20;
    /// A property of the value is read that text has not: its name, or `-` for the items of a list.
    pub const PROPERTY: u16 = 21;
    /// Two values met and differ (the taint number is 0): `=` or, where they stand in an order, `<`; the
    /// length of the first as it is told, a comma, the first, the second. A value is told as `s` and a
    /// text or as `n` and a number in decimal digits.
    pub const PAIR: u16 = 22;
    /// Of a text that was read as JSON a property is read (the taint number is 0): the length of its JSON
    /// pointer, a comma, the pointer, the text.
    pub const FIELD: u16 = 23;
    /// Of what a service that the program calls has answered a property is read (the taint number is 0): the number of the
    /// answer among those of the test, a comma, the JSON pointer of the property.
    pub const ANSWER: u16 = 27;
    /// A text with the value in it matched the regular expression that is the text: nothing is wanted, but
    /// other texts may cost the expression much.
    pub const REGEX_MATCHED: u16 = 24;
    /// The value is read as of a type: the decimal number of its schema, as validators are told with. Only controllers
    /// of other tools tell it.
    pub const OF_SCHEMA: u16 = 25;
    /// Of a JSON object that has the value as its property `EM_tainted_map` a property of this name is read, which it
    /// has not. Only controllers of other tools tell it.
    pub const MARKED: u16 = 26;
    /// Something went wrong in the process (the taint number is 0): what, in one word of the runtime, where
    /// (`src/a.ts:12` or empty), and a line for people; a line each. Not a fact about an input.
    pub const INCIDENT: u16 = 40;
    /// A query to a database has ended well (the taint number is 0): JSON with its dialect (`d`), text (`t`), the values
    /// that were bound to it (`v`) and the number of rows that it found or changed (`n`). Cores of other tools are told of
    /// all statements, with the milliseconds that they took (`ms`), those that find nothing by themselves (`o`), and those
    /// that were refused (`e`). Not a fact about an input.
    pub const QUERY: u16 = 41;
    /// A password is checked against what is stored (the taint number is 0): JSON with both (`p`, `h`), and with pairs of
    /// a password and a hash that it would take (`k`); or a key is derived from it: with the salt (`s`) and the key (`d`).
    /// Not a fact about an input.
    pub const PASSWORD: u16 = 42;
    /// A service was called (the taint number is 0): JSON with its address (`o`, `https://api.example`), the method (`m`), path
    /// and query (`t`), and the number of the answer that it got among those of the test (`n`), -1 for the usual 404. Not a fact
    /// about an input.
    pub const SERVICE: u16 = 43;
}
