//! Archives: what a search found, in a file from which another one goes on (`README.md` here).

mod codec;
mod document;
mod keeper;
mod last;
mod lock;
mod merge;
mod pace;
mod resume;
mod secrets;
mod today;
mod value;

pub use document::write_atomically;
pub use keeper::{Keeper, Origin, Places, keep};
pub use last::last_archive;
pub use lock::ArchiveLock;
pub use merge::{merge_files, same_file};
pub use resume::{Loaded, load};
pub use today::Today;
