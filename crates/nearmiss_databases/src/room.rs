//! Room for a copy: looked at before it is made, so that no disk of the user is filled to its end.

use std::path::Path;

use crate::error::HomeError;
use crate::program;

/// Bytes of a server without a row, with its logs.
pub(crate) const OF_SERVER: u64 = 120_000_000;

/// Checks that a folder has room for copies of this many bytes, and `more`. Where the system does not tell, it has.
///
/// # Errors
/// [`HomeError::DiskFull`].
pub(crate) fn check(folder: &Path, bytes: u64, more: u64) -> Result<(), HomeError> {
    // A copy is seldom larger than what it is of, but its writing needs some while it is made.
    let needed = bytes.saturating_add(bytes / 2).saturating_add(more);
    let ran = program::run(program::command(Path::new("df")).arg("-Pk").arg(folder), "").ok();
    let Some(free) = ran.and_then(|ran| free_in(&ran.printed)) else { return Ok(()) };
    if free >= needed {
        return Ok(());
    }
    let said = format!("it has {} MB, and {} MB are needed", free / 1_000_000, needed / 1_000_000);
    Err(HomeError::DiskFull { folder: folder.to_owned(), said })
}

/// Reads the free bytes from what `df -Pk` prints of one folder: size, used and free stand before the share that is
/// used.
fn free_in(printed: &str) -> Option<u64> {
    let line = printed.lines().nth(1)?;
    let words: Vec<&str> = line.split_whitespace().collect();
    let share = words.iter().position(|word| word.ends_with('%'))?;
    let blocks: u64 = words.get(share.checked_sub(1)?)?.parse().ok()?;
    blocks.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_without_room_is_named_with_what_is_needed() {
        let printed =
            "Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/a b 100 40 60 40% /\n";
        assert_eq!(free_in(printed), Some(60 * 1024));
        assert_eq!(free_in("df: none\n"), None);
        let folder = std::env::temp_dir();
        check(&folder, 0, 0).unwrap();
        let text = check(&folder, u64::MAX, 0).unwrap_err().to_string();
        assert!(
            text.contains(&folder.display().to_string()) && text.contains("MB are needed"),
            "{text}"
        );
    }
}
