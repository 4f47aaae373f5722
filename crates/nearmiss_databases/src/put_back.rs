//! The ground of tests: taken in, and put back.

/// Ground that tests begin from, once it was taken in.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Kept {
    /// Databases that it has.
    pub databases: usize,
    /// Tables that it has, in all of them.
    pub tables: usize,
}

/// Changes that were put back after a test.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct PutBack {
    /// Tables of which a row was touched.
    pub tables: usize,
    /// Rows that were deleted, and rows that were inserted.
    pub rows: usize,
    /// Sessions that held locks for too long, and were ended.
    pub ended_sessions: usize,
    /// Flag: something of the ground was altered or dropped, and cannot be put back; a new home is needed.
    pub is_altered: bool,
}
