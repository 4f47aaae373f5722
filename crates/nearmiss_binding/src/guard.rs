//! Turns a panic of Rust code into a JavaScript exception.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    /// Where the panic under way happened and what it said, while a guarded call runs.
    static GUARDED: RefCell<Option<String>> = const { RefCell::new(None) };
}

static HOOK: Once = Once::new();

/// Runs `work`; a panic in it is returned as an error that names the place.
///
/// While `work` runs the panic hook of this thread prints nothing: standard error belongs to the
/// user's program.
///
/// # Errors
/// What `work` returns, or the panic.
pub(crate) fn guarded<T>(what: &str, work: impl FnOnce() -> napi::Result<T>) -> napi::Result<T> {
    HOOK.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |info| {
            let caught = GUARDED.with_borrow_mut(|message| {
                message.as_mut().map(|message| *message = info.to_string()).is_some()
            });
            if !caught {
                before(info);
            }
        }));
    });
    GUARDED.with_borrow_mut(|message| *message = Some(String::new()));
    let outcome = catch_unwind(AssertUnwindSafe(work));
    let message = GUARDED.with_borrow_mut(Option::take).unwrap_or_default();
    outcome.unwrap_or_else(|_| {
        Err(napi::Error::from_reason(format!(
            "nearmiss: internal error while {what}: {message}. Please report it with the source that caused it"
        )))
    })
}
