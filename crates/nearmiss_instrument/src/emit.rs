//! Edits of a source text and the one pass that splices them in.
//!
//! Edits are made in the order of the source (a planner that walks the tree in that order needs no
//! sort); an edit may be reserved and filled later. Slot numbers stay relative until emission.

use crate::source_map::Chunk;

/// A piece of inserted text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Part {
    /// Text as it is.
    Text(&'static str),
    /// A slot, relative to the module's base.
    Slot(u32),
    /// The expression that completes the slot of a function on entering it.
    Entered(u32),
    /// A slot beyond those of the table, see [`crate::InstrumentOptions::coverage`].
    Extra(u32),
    /// A number.
    Number(u32),
    /// A copy of the source between two byte offsets.
    Copy(u32, u32),
    /// `__nm.S[slot]===1||__nm.c(slot)`
    Complete(u32),
}

/// Replaces `delete` bytes at `at` by parts.
#[derive(Clone, Debug)]
struct Edit {
    at: u32,
    delete: u32,
    from: u32,
    to: u32,
}

/// The edits of one source.
#[derive(Debug, Default)]
pub(crate) struct Edits {
    edits: Vec<Edit>,
    /// Parts as bytes, each with a tag before it: there are millions of them in a big file.
    parts: Vec<u8>,
    /// Bytes that the parts are written as at most, where slots have seven digits or fewer.
    inserted: usize,
}

/// Tags from here on say what follows; a smaller one is the length of a text.
const FIRST_TAG: u8 = SLOT;
const SLOT: u8 = 250;
const NUMBER: u8 = 251;
const COPY: u8 = 252;
const ENTERED: u8 = 253;
const COMPLETE: u8 = 254;
const EXTRA: u8 = 255;

/// The place of an edit that is filled later.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reserved(usize);

impl Edits {
    /// With memory for what a source of so many bytes has on average.
    pub(crate) fn for_source(bytes: usize) -> Self {
        Self {
            edits: Vec::with_capacity(bytes / 16),
            parts: Vec::with_capacity(bytes),
            inserted: 0,
        }
    }

    /// Inserts `parts` before the byte `at`.
    pub(crate) fn insert(&mut self, at: u32, parts: &[Part]) {
        self.replace(at, 0, parts);
    }

    /// Replaces `delete` bytes at `at`.
    pub(crate) fn replace(&mut self, at: u32, delete: u32, parts: &[Part]) {
        let (from, to) = self.keep(parts, &[]);
        self.edits.push(Edit { at, delete, from, to });
    }

    /// Keeps a place for an insertion at `at`.
    pub(crate) fn reserve(&mut self, at: u32) -> Reserved {
        self.edits.push(Edit { at, delete: 0, from: 0, to: 0 });
        Reserved(self.edits.len() - 1)
    }

    /// Fills a reserved place with `parts` and what follows them.
    pub(crate) fn fill(&mut self, place: Reserved, parts: &[Part], then: &[Part]) {
        let range = self.keep(parts, then);
        let edit = &mut self.edits[place.0];
        (edit.from, edit.to) = range;
    }

    fn keep(&mut self, parts: &[Part], then: &[Part]) -> (u32, u32) {
        let from = self.parts.len() as u32;
        for part in parts.iter().chain(then) {
            let (tag, number, length) = match *part {
                Part::Text(text) => {
                    // Texts are short; one of no bytes says nothing.
                    for piece in text.as_bytes().chunks(usize::from(FIRST_TAG) - 1) {
                        self.parts.push(piece.len() as u8);
                        self.parts.extend_from_slice(piece);
                    }
                    self.inserted += text.len() + 1;
                    continue;
                }
                Part::Slot(slot) => (SLOT, slot, 7),
                Part::Number(number) => (NUMBER, number, 7),
                Part::Copy(from, to) => (COPY, from, (to - from) as usize),
                Part::Entered(slot) => (ENTERED, slot, 39),
                Part::Complete(slot) => (COMPLETE, slot, 39),
                Part::Extra(extra) => (EXTRA, extra, 7),
            };
            self.parts.push(tag);
            self.parts.extend_from_slice(&number.to_le_bytes());
            if let Part::Copy(_, to) = part {
                self.parts.extend_from_slice(&to.to_le_bytes());
            }
            self.inserted += length;
        }
        (from, self.parts.len() as u32)
    }

    /// Splices the edits into `source`. Answers the text and which of its bytes stem from the
    /// source.
    pub(crate) fn emit(&self, source: &str, numbers: &Numbers<'_>) -> (String, Vec<Chunk>) {
        let prologue_length = numbers.prologue.map_or(0, |(_, text)| text.len());
        let mut writer = Writer {
            source,
            out: Vec::with_capacity(source.len() + self.inserted + prologue_length),
            chunks: Vec::with_capacity(self.edits.len() + 1),
            base: numbers.base,
            table: numbers.table,
        };
        let mut done = 0;
        let mut prologue = numbers.prologue;
        let mut hoisted = numbers.hoisted;
        for edit in &self.edits {
            debug_assert!(edit.at as usize >= done, "edits are in source order");
            if let Some((at, text)) = prologue
                && edit.at >= at
            {
                writer.until(&mut done, at);
                writer.prologue(text);
                prologue = None;
            }
            writer.until(&mut done, edit.at);
            while hoisted.first().is_some_and(|function| function.body <= edit.at) {
                hoisted = &hoisted[1..];
            }
            let function = hoisted.first().filter(|function| function.from <= edit.at);
            writer.base = numbers.base;
            if function.is_some() {
                writer.base = numbers.early;
            }
            writer.parts(&self.parts[edit.from as usize..edit.to as usize]);
            done += edit.delete as usize;
        }
        if let Some((at, text)) = prologue {
            writer.until(&mut done, at);
            writer.prologue(text);
        }
        writer.source(done, source.len());
        let out = String::from_utf8(writer.out).expect("edits lie between characters");
        (out, writer.chunks)
    }
}

/// What slot numbers are relative to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Base<'a> {
    /// A number that is known.
    Number(u32),
    /// What the module holds from its registration on.
    Relative {
        /// The variable or, where it may not be set yet, a call that answers it.
        base: &'a str,
        /// The module's function that is called with the slot of a function that is entered for
        /// the first time; it registers the module if that has not been done.
        enter: &'a str,
    },
}

/// How slots are written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbers<'a> {
    pub(crate) base: Base<'a>,
    /// Number of slots of the table; what only coverage needs comes after them.
    pub(crate) table: u32,
    /// A text and where it stands.
    pub(crate) prologue: Option<(u32, &'a str)>,
    /// Functions that may be called before the prologue has run, in order of the source.
    pub(crate) hoisted: &'a [Hoisted],
    /// The base from their start to their body.
    pub(crate) early: Base<'a>,
}

impl<'a> Numbers<'a> {
    /// Slots from `base` on, of a table of so many.
    pub(crate) fn new(base: Base<'a>, table: u32) -> Self {
        Self { base, table, prologue: None, hoisted: &[], early: base }
    }
}

/// A function declaration at the top of a module: from its start and from the start of its body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hoisted {
    pub(crate) from: u32,
    pub(crate) body: u32,
}

struct Writer<'a> {
    source: &'a str,
    out: Vec<u8>,
    chunks: Vec<Chunk>,
    base: Base<'a>,
    table: u32,
}

impl Writer<'_> {
    fn until(&mut self, done: &mut usize, at: u32) {
        if at as usize > *done {
            self.source(*done, at as usize);
            *done = at as usize;
        }
    }

    fn prologue(&mut self, text: &str) {
        // A directive that ends with its line would take in what follows.
        if matches!(self.out.last(), Some(b'"' | b'\'')) && !text.starts_with(';') {
            self.out.push(b';');
        }
        self.out.extend_from_slice(text.as_bytes());
    }

    fn source(&mut self, from: usize, to: usize) {
        if from < to {
            self.chunks.push(Chunk { output: self.out.len(), source: from, length: to - from });
            self.out.extend_from_slice(&self.source.as_bytes()[from..to]);
        }
    }

    fn slot(&mut self, slot: u32) {
        match self.base {
            Base::Number(base) => self.number(base + slot),
            Base::Relative { base, .. } => {
                self.out.extend_from_slice(base.as_bytes());
                self.out.push(b'+');
                self.number(slot);
            }
        }
    }

    fn number(&mut self, number: u32) {
        self.out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
    }

    fn parts(&mut self, mut rest: &[u8]) {
        while let Some((&tag, after)) = rest.split_first() {
            if tag < FIRST_TAG {
                let (text, after) = after.split_at(usize::from(tag));
                self.unglue(text);
                self.out.extend_from_slice(text);
                rest = after;
                continue;
            }
            let (number, mut after) = read(after);
            match tag {
                SLOT => self.slot(number),
                NUMBER => self.number(number),
                COPY => {
                    let (to, behind) = read(after);
                    self.source(number as usize, to as usize);
                    after = behind;
                }
                EXTRA => self.slot(self.table + number),
                _ => self.complete(number, tag == ENTERED),
            }
            rest = after;
        }
    }

    fn complete(&mut self, slot: u32, entered: bool) {
        self.unglue(b"__nm.S[");
        self.out.extend_from_slice(b"__nm.S[");
        self.slot(slot);
        self.out.extend_from_slice(b"]===1||");
        match self.base {
            Base::Relative { enter, .. } if entered => {
                self.out.extend_from_slice(enter.as_bytes());
                self.out.push(b'(');
                self.number(slot);
            }
            _ => {
                self.out.extend_from_slice(b"__nm.c(");
                self.slot(slot);
            }
        }
        self.out.push(b')');
    }

    /// `return(a)<b` must not become `return__nm.lt(...)`. What stands before is a keyword.
    fn unglue(&mut self, text: &[u8]) {
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte == b'$';
        if text.first().is_some_and(is_word) && self.out.last().is_some_and(is_word) {
            self.out.push(b' ');
        }
    }
}

/// The number at the start of the bytes of a part.
fn read(bytes: &[u8]) -> (u32, &[u8]) {
    let (number, rest) = bytes.split_first_chunk().expect("a tag is followed by its number");
    (u32::from_le_bytes(*number), rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(base: u32) -> Numbers<'static> {
        Numbers::new(Base::Number(base), 0)
    }

    #[test]
    fn words_are_not_glued_and_slots_move_with_the_base() {
        let mut edits = Edits::default();
        edits.insert(6, &[Part::Text("__nm.r("), Part::Slot(3), Part::Text(",")]);
        edits.insert(9, &[Part::Text(")")]);
        let (code, chunks) = edits.emit("return(a)", &at(100));
        assert_eq!(code, "return __nm.r(103,(a))");
        assert_eq!(chunks.len(), 2);
    }

    #[test]
    fn a_reserved_edit_keeps_its_place() {
        let mut edits = Edits::default();
        let place = edits.reserve(0);
        edits.insert(0, &[Part::Text("B")]);
        edits.fill(place, &[Part::Text("A("), Part::Copy(0, 1), Part::Text(")")], &[]);
        assert_eq!(edits.emit("xyz", &at(0)).0, "A(x)Bxyz");
    }
}
