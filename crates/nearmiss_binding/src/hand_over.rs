//! What the loader thread of Node 20 hands over to the thread that runs the modules.
//!
//! The loader thread has no access to the `globalThis` of the thread it loads for, and a message
//! could arrive after the module has run. So it leaves the registration here and puts an import of
//! `register/hand_over.mjs?<number>` before the module's own imports: a module's first import is
//! evaluated before anything that could call the module's functions, in a cycle of imports too.

use std::sync::{Mutex, PoisonError};

use napi_derive::napi;

/// Registrations by number. They stay: a second thread may be served the same text from a cache.
static REGISTRATIONS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Keeps a registration (JSON) for [`registration`] and returns its number.
#[napi(js_name = "keepRegistration")]
pub fn keep_registration(json: String) -> u32 {
    let mut all = REGISTRATIONS.lock().unwrap_or_else(PoisonError::into_inner);
    all.push(json);
    u32::try_from(all.len() - 1).unwrap_or(u32::MAX)
}

/// The registration with that number, or nothing.
#[napi]
pub fn registration(number: u32) -> Option<String> {
    let all = REGISTRATIONS.lock().unwrap_or_else(PoisonError::into_inner);
    all.get(number as usize).cloned()
}
