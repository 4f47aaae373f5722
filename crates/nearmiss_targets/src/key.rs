//! The stable text keys of targets, built here and nowhere else (design section 3).

use crate::{SlotEntry, SlotKind};

/// `File_<file>`.
#[must_use]
pub fn file_key(file: &str) -> String {
    format!("File_{file}")
}

/// `Line_<file>_<00001>`.
#[must_use]
pub fn line_key(file: &str, line: u32) -> String {
    format!("Line_{file}_{line:05}")
}

/// The key of a slot, or `None` for a slot that is no target (the saturation cell of a tree).
#[must_use]
pub fn slot_key(file: &str, entry: &SlotEntry) -> Option<String> {
    let SlotEntry { kind, line, n } = *entry;
    Some(match kind {
        SlotKind::Root => return None,
        SlotKind::Function => format!("Function_{file}_{line:05}_{n}"),
        SlotKind::Statement => format!("Statement_{file}_{line:05}_{n}"),
        SlotKind::BranchTrue => {
            format!("Branch_at_{file}_at_line_{line:05}_position_{n}_trueBranch")
        }
        SlotKind::BranchFalse => {
            format!("Branch_at_{file}_at_line_{line:05}_position_{n}_falseBranch")
        }
        SlotKind::ReplacementTrue => {
            format!("MethodReplacement_at_{file}_{line:05}_{n}_BOOLEAN_true")
        }
        SlotKind::ReplacementFalse => {
            format!("MethodReplacement_at_{file}_{line:05}_{n}_BOOLEAN_false")
        }
        SlotKind::CallCompleted => {
            format!("MethodReplacement_at_{file}_{line:05}_{n}_EXCEPTION_true")
        }
        SlotKind::CallThrew => {
            format!("MethodReplacement_at_{file}_{line:05}_{n}_EXCEPTION_false")
        }
        SlotKind::ObjectTrue => format!("MethodReplacement_at_{file}_{line:05}_{n}_OBJECT_true"),
        SlotKind::ObjectFalse => format!("MethodReplacement_at_{file}_{line:05}_{n}_OBJECT_false"),
        SlotKind::ValidationTrue => format!("VALIDATE_{file}_true"),
        SlotKind::ValidationFalse => format!("VALIDATE_{file}_false"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_those_of_the_design() {
        let entry = |kind| SlotEntry { kind, line: 7, n: 2 };
        assert_eq!(line_key("src/a.js", 7), "Line_src/a.js_00007");
        assert_eq!(
            slot_key("a.js", &entry(SlotKind::BranchTrue)).unwrap(),
            "Branch_at_a.js_at_line_00007_position_2_trueBranch"
        );
        assert_eq!(
            slot_key("a.js", &entry(SlotKind::Statement)).unwrap(),
            "Statement_a.js_00007_2"
        );
        assert_eq!(
            slot_key("a.js", &entry(SlotKind::CallThrew)).unwrap(),
            "MethodReplacement_at_a.js_00007_2_EXCEPTION_false"
        );
        assert_eq!(slot_key("a.js", &entry(SlotKind::Root)), None);
    }
}
