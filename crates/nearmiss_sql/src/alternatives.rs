//! Choices of a reading: each way to read a query is one row of them.

/// Most ways to read one query.
const MOST: usize = 12;

/// A row of choices that is followed, and grows where it ends.
#[derive(Clone, Debug, Default)]
pub(crate) struct Choices {
    taken: Vec<(usize, usize)>,
    next: usize,
    rows: usize,
}

impl Choices {
    /// Chooses among so many, at least one.
    pub fn choose(&mut self, among: usize) -> usize {
        let at = self.next;
        self.next += 1;
        match self.taken.get(at) {
            Some((chosen, _)) => *chosen,
            None => {
                self.taken.push((0, among.max(1)));
                0
            }
        }
    }

    /// Turns to the next row; answers whether there is one.
    pub fn turn(&mut self) -> bool {
        self.taken.truncate(self.next);
        self.next = 0;
        self.rows += 1;
        while let Some((chosen, among)) = self.taken.pop() {
            if chosen + 1 < among {
                self.taken.push((chosen + 1, among));
                return self.rows < MOST;
            }
        }
        false
    }
}
