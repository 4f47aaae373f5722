//! The core's side of a shared map (layout: `nearmiss_targets::layout`).

use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::AsRawFd;
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
    /// The epoch that the core has written last.
    epoch: AtomicU32,
}

/// Words of the header that nobody writes but here, once: a SUT that writes over its map changes them.
const CANARIES: std::ops::Range<usize> = layout::HEADER_WORDS - 64..layout::HEADER_WORDS;

/// Answers what a canary holds: no two the same, and nothing that a SUT would write by chance.
fn canary(index: usize) -> u32 {
    layout::MAGIC.rotate_left(index as u32) ^ index as u32
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
    /// The SUT has written over its map: nothing of this can be relied on.
    pub overwritten: bool,
}

/// Slots that have room on the disk from the start. Where a disk is full by the time that a process first writes to another
/// one, the system ends that process.
const RESERVED_SLOTS: usize = 1 << 16;

/// Reserves room on the disk for a part of a file; a file system that cannot does without.
#[expect(unsafe_code, reason = "a call of the system")]
fn reserve(file: &File, from: usize, bytes: usize) -> io::Result<()> {
    let (from, bytes) = (from as libc::off_t, bytes as libc::off_t);
    // SAFETY: the file is open, and nothing else is handed over.
    if unsafe { libc::fallocate(file.as_raw_fd(), 0, from, bytes) } == 0 {
        return Ok(());
    }
    let error = io::Error::last_os_error();
    if error.kind() == io::ErrorKind::StorageFull { Err(error) } else { Ok(()) }
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
        let slots = RESERVED_SLOTS * size_of::<u64>();
        reserve(&file, 0, layout::SLOTS_OFFSET + slots)?;
        reserve(&file, layout::FLOORS_OFFSET, slots)?;
        let map = MmapRaw::map_raw(&file)?;
        let this = Self {
            map,
            path: path.to_owned(),
            has_floors: AtomicBool::new(false),
            epoch: AtomicU32::new(0),
        };
        this.store(word::MAGIC, layout::MAGIC);
        this.store(word::VERSION, layout::VERSION);
        this.store(word::EPOCH_STATE, epoch::BOOT);
        CANARIES.for_each(|index| this.store(index, canary(index)));
        Ok(this)
    }

    /// Writes the number of the current test.
    pub fn store_epoch(&self, number: u32) {
        self.epoch.store(number, Ordering::Relaxed);
        self.store(word::EPOCH, number);
    }

    /// Tells whether the SUT has written over what is the core's alone, or holds what the runtime never writes.
    #[must_use]
    pub fn is_overwritten(&self) -> bool {
        self.load(word::MAGIC) != layout::MAGIC
            || self.load(word::VERSION) != layout::VERSION
            || self.load(word::EPOCH) != self.epoch.load(Ordering::Relaxed)
            || self.load(word::EPOCH_STATE) > epoch::BOOT
            || self.load(word::TOUCHED_COUNT) as usize > layout::TOUCHED_CAPACITY
            || self.load(word::FACTS_USED) as usize > layout::FACTS_BYTES
            || CANARIES.into_iter().any(|index| self.load(index) != canary(index))
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
        let mut overwritten = self.is_overwritten();
        let count = (self.load(word::TOUCHED_COUNT) as usize).min(layout::TOUCHED_CAPACITY);
        let mut slots = Vec::with_capacity(count);
        for i in 0..count {
            let number = self.word32(layout::TOUCHED_OFFSET + i * 4).load(Ordering::Relaxed);
            if number as usize >= layout::SLOTS {
                overwritten = true;
                continue;
            }
            let floor = self.floor(number).load(Ordering::Relaxed);
            let h = f64::from_bits(self.slot(number).swap(floor, Ordering::Relaxed));
            overwritten |= !(0.0..=1.0).contains(&h);
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
        Drained { slots, facts, dropped, targets: Vec::new(), overwritten }
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
        let drained = map.drain();
        assert!(drained.slots.is_empty() && drained.overwritten);
    }

    #[test]
    fn a_map_that_the_sut_has_written_over_is_noticed_whatever_it_wrote() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("map");
        for fill in [0u8, 1, 0x20, 0xff] {
            let map = SharedMap::create(&path).unwrap();
            map.store_epoch(7);
            map.store(word::EPOCH_STATE, epoch::OPEN);
            assert!(!map.drain().overwritten);
            let file = OpenOptions::new().write(true).open(&path).unwrap();
            std::io::Write::write_all(&mut &file, &vec![fill; layout::HEADER_WORDS * 4]).unwrap();
            assert!(map.is_overwritten() && map.drain().overwritten, "{fill}");
        }
        for (index, value) in [(word::EPOCH, 8), (word::EPOCH_STATE, 3), (word::MAGIC, 0)] {
            let map = SharedMap::create(&path).unwrap();
            map.store_epoch(7);
            map.store(index, value);
            assert!(map.is_overwritten(), "{index}");
        }
        let map = SharedMap::create(&path).unwrap();
        map.slot(70).store(f64::NAN.to_bits(), Ordering::Relaxed);
        map.word32(layout::TOUCHED_OFFSET).store(70, Ordering::Relaxed);
        map.store(word::TOUCHED_COUNT, 1);
        assert!(map.drain().overwritten);
    }
}
