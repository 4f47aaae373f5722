//! The core's side of a shared map (layout: `nearmiss_targets::layout`).

use std::fs::OpenOptions;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use memmap2::MmapRaw;
use nearmiss_targets::TargetId;
use nearmiss_targets::layout::{self, epoch, word};

/// One map file, mapped by the core and by one thread of a SUT process.
#[derive(Debug)]
pub struct SharedMap {
    map: MmapRaw,
    path: PathBuf,
    /// All floors were written to it once.
    has_floors: AtomicBool,
}

/// A fact of the runtime: kind, action index, taint number, text.
pub type Fact = (u16, u16, u32, Vec<u16>);

/// What one thread touched in one epoch.
#[derive(Debug, Default)]
pub struct Drained {
    /// Slots with their heuristic, in the order of first touch.
    pub slots: Vec<(u32, f64)>,
    /// Taint facts.
    pub facts: Vec<Fact>,
    /// Slots or facts were dropped because a list was full.
    pub dropped: u32,
    /// Targets without a slot, as controllers of other tools tell them.
    pub targets: Vec<(TargetId, f64)>,
}

impl SharedMap {
    /// Creates the file (sparse) in the state *boot*.
    ///
    /// # Errors
    /// When the file cannot be created or mapped.
    pub fn create(path: &Path) -> io::Result<Self> {
        let file =
            OpenOptions::new().read(true).write(true).create(true).truncate(true).open(path)?;
        file.set_len(layout::TOTAL_BYTES as u64)?;
        let map = MmapRaw::map_raw(&file)?;
        let this = Self { map, path: path.to_owned(), has_floors: AtomicBool::new(false) };
        this.store(word::MAGIC, layout::MAGIC);
        this.store(word::VERSION, layout::VERSION);
        this.store(word::EPOCH_STATE, epoch::BOOT);
        Ok(this)
    }

    /// Where the file is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    #[expect(unsafe_code, reason = "a view of memory shared with another process")]
    fn word32(&self, byte: usize) -> &AtomicU32 {
        assert!(byte + 4 <= layout::SLOTS_OFFSET && byte.is_multiple_of(4), "outside of the map");
        // SAFETY: in bounds and aligned (checked above; a mapping is page-aligned), the mapping
        // lives as long as self, and every access from this process is atomic.
        unsafe { AtomicU32::from_ptr(self.map.as_mut_ptr().add(byte).cast()) }
    }

    #[expect(unsafe_code, reason = "a view of memory shared with another process")]
    fn float(&self, offset: usize, slot: u32) -> &AtomicU64 {
        assert!((slot as usize) < layout::SLOTS, "no such slot");
        let byte = offset + slot as usize * 8;
        // SAFETY: as above; slots are 8-byte aligned because their offset is.
        unsafe { AtomicU64::from_ptr(self.map.as_mut_ptr().add(byte).cast()) }
    }

    fn slot(&self, slot: u32) -> &AtomicU64 {
        self.float(layout::SLOTS_OFFSET, slot)
    }

    fn floor(&self, slot: u32) -> &AtomicU64 {
        self.float(layout::FLOORS_OFFSET, slot)
    }

    /// Sets what a slot must exceed to be told, in `[0, 1)`. The map must have been drained.
    pub fn set_floor(&self, slot: u32, floor: f64) {
        self.floor(slot).store(floor.to_bits(), Ordering::Relaxed);
        self.slot(slot).store(floor.to_bits(), Ordering::Relaxed);
    }

    /// Whether this was asked before: a new map has no floors.
    pub fn take_has_floors(&self) -> bool {
        self.has_floors.swap(true, Ordering::Relaxed)
    }

    /// Reads a word of the header.
    #[must_use]
    pub fn load(&self, index: usize) -> u32 {
        self.word32(index * 4).load(Ordering::Acquire)
    }

    /// Writes a word of the header.
    pub fn store(&self, index: usize, value: u32) {
        self.word32(index * 4).store(value, Ordering::Release);
    }

    /// Tells the runtime that something was sent to it.
    pub fn note_sent(&self) {
        self.word32(word::SENT * 4).fetch_add(1, Ordering::Release);
    }

    /// Tells the runtime, which reads nothing more until `test` has ended (`HELD`), that the next call is about to be put into the
    /// socket. Answers false, and has told nothing, when the test has ended by now.
    #[must_use]
    pub fn announce_ahead(&self, test: u32) -> bool {
        let ahead = self.word32(word::AHEAD * 4);
        // The runtime closes the epoch, then looks here: one of the two sees the other.
        ahead.store(test, Ordering::SeqCst);
        if self.word32(word::QUIET_EPOCH * 4).load(Ordering::SeqCst) != test {
            return true;
        }
        ahead.store(0, Ordering::SeqCst);
        false
    }

    /// The slot at a place of the touched list.
    #[must_use]
    pub fn touched(&self, at: u32) -> Option<u32> {
        let at = at as usize;
        let in_list = at < layout::TOUCHED_CAPACITY;
        in_list
            .then(|| self.word32(layout::TOUCHED_OFFSET + at * 4).load(Ordering::Relaxed))
            .filter(|slot| (*slot as usize) < layout::SLOTS)
    }

    /// Looks at what was touched so far, in the order of first touch, and leaves it there: place in the touched list, slot and
    /// heuristic. May be asked while the SUT runs.
    pub fn look(&self) -> impl Iterator<Item = (usize, u32, f64)> + '_ {
        let count = (self.load(word::TOUCHED_COUNT) as usize).min(layout::TOUCHED_CAPACITY);
        (0..count).filter_map(|at| {
            let number = self.word32(layout::TOUCHED_OFFSET + at * 4).load(Ordering::Relaxed);
            let known = (number as usize) < layout::SLOTS;
            let h = known.then(|| f64::from_bits(self.slot(number).load(Ordering::Relaxed)))?;
            (h > 0.0 && h <= 1.0).then_some((at, number, h))
        })
    }

    /// Reads what was touched and leaves the map empty. Costs what was touched. The epoch must be
    /// closed.
    pub fn drain(&self) -> Drained {
        let count = (self.load(word::TOUCHED_COUNT) as usize).min(layout::TOUCHED_CAPACITY);
        let mut slots = Vec::with_capacity(count);
        for i in 0..count {
            let number = self.word32(layout::TOUCHED_OFFSET + i * 4).load(Ordering::Relaxed);
            if number as usize >= layout::SLOTS {
                continue; // The SUT scribbled over its map.
            }
            let floor = self.floor(number).load(Ordering::Relaxed);
            let h = f64::from_bits(self.slot(number).swap(floor, Ordering::Relaxed));
            if h > f64::from_bits(floor) && h <= 1.0 {
                slots.push((number, h));
            }
        }
        let facts = self.facts();
        let dropped = self.load(word::TOUCHED_DROPPED) + self.load(word::FACTS_DROPPED);
        for cell in
            [word::TOUCHED_COUNT, word::TOUCHED_DROPPED, word::FACTS_USED, word::FACTS_DROPPED]
        {
            self.store(cell, 0);
        }
        Drained { slots, facts, dropped, targets: Vec::new() }
    }

    /// The facts of this epoch so far.
    pub fn facts(&self) -> Vec<Fact> {
        let used = (self.load(word::FACTS_USED) as usize).min(layout::FACTS_BYTES) / 2;
        let unit = |i: usize| {
            let byte = layout::FACTS_OFFSET + i * 2;
            let pair = self.word32(byte & !3).load(Ordering::Relaxed);
            if byte & 2 == 0 { pair as u16 } else { (pair >> 16) as u16 }
        };
        let mut facts = Vec::new();
        let mut at = 0;
        while at + 5 <= used {
            let length = usize::from(unit(at + 4));
            if at + 5 + length > used {
                break;
            }
            let taint = u32::from(unit(at + 2)) | u32::from(unit(at + 3)) << 16;
            let text = (at + 5..at + 5 + length).map(unit).collect();
            facts.push((unit(at), unit(at + 1), taint, text));
            at += 5 + length;
        }
        facts
    }
}

impl Drop for SharedMap {
    fn drop(&mut self) {
        // The SUT process keeps its own mapping; a name nobody opens any more only fills the disk.
        let _ = std::fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drains_what_was_touched_and_leaves_the_map_empty() {
        let folder = tempfile::tempdir().unwrap();
        let map = SharedMap::create(&folder.path().join("map")).unwrap();
        map.slot(70).store(0.5f64.to_bits(), Ordering::Relaxed);
        map.word32(layout::TOUCHED_OFFSET).store(70, Ordering::Relaxed);
        map.store(word::TOUCHED_COUNT, 1);
        // kind 1, action 2, taint 65537, text "hi"
        for (i, pair) in [1 | 2 << 16, 1 | 1 << 16, 2 | 0x68 << 16, 0x69].into_iter().enumerate() {
            map.word32(layout::FACTS_OFFSET + i * 4).store(pair, Ordering::Relaxed);
        }
        map.store(word::FACTS_USED, 14);

        let drained = map.drain();
        assert_eq!(drained.slots, [(70, 0.5)]);
        assert_eq!(drained.facts, [(1, 2, 65537, "hi".encode_utf16().collect())]);
        let again = map.drain();
        assert!(again.slots.is_empty() && again.facts.is_empty());

        map.set_floor(70, 0.25);
        assert_eq!(f64::from_bits(map.slot(70).load(Ordering::Relaxed)), 0.25);
        for (h, told) in [(0.25, None), (0.5, Some((70, 0.5)))] {
            map.slot(70).store(f64::to_bits(h), Ordering::Relaxed);
            map.store(word::TOUCHED_COUNT, 1);
            assert_eq!(map.drain().slots.first().copied(), told);
            assert_eq!(f64::from_bits(map.slot(70).load(Ordering::Relaxed)), 0.25, "its floor");
        }
    }

    #[test]
    fn a_scribbled_map_is_survived() {
        let folder = tempfile::tempdir().unwrap();
        let map = SharedMap::create(&folder.path().join("map")).unwrap();
        map.word32(layout::TOUCHED_OFFSET).store(u32::MAX, Ordering::Relaxed);
        map.store(word::TOUCHED_COUNT, u32::MAX);
        map.store(word::FACTS_USED, u32::MAX);
        assert!(map.drain().slots.is_empty());
    }
}
