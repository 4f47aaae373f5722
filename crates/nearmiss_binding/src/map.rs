//! The shared map as an `ArrayBuffer` of Node.

use std::fs::OpenOptions;
use std::sync::atomic::{AtomicU32, Ordering};

use memmap2::MmapOptions;
use napi::Env;
use napi::bindgen_prelude::ArrayBuffer;
use napi_derive::napi;
use nearmiss_targets::layout;

use crate::guard::guarded;

/// Maps the file at `path`, made by the core, and returns the whole of it as an `ArrayBuffer` over
/// the mapping itself (no copy). The mapping lives as long as the process: a probe of a thread that
/// ends late must never write to memory that is gone.
///
/// # Errors
/// The file cannot be opened or mapped, or is not of the size of the layout.
#[napi(js_name = "openMap")]
pub fn open_map<'env>(env: &'env Env, path: String) -> napi::Result<ArrayBuffer<'env>> {
    guarded("opening the shared map", || {
        let cannot = |error: std::io::Error| {
            napi::Error::from_reason(format!("nearmiss: cannot map {path}: {error}"))
        };
        let file = OpenOptions::new().read(true).write(true).open(&path).map_err(cannot)?;
        let length = file.metadata().map_err(cannot)?.len();
        if length != layout::TOTAL_BYTES as u64 {
            return Err(napi::Error::from_reason(format!(
                "nearmiss: {path} has {length} bytes, a shared map has {}: the core is of another version",
                layout::TOTAL_BYTES
            )));
        }
        #[expect(unsafe_code, reason = "a file mapped by two processes is the purpose")]
        // SAFETY: the core never shortens the file, and all that is written to it are numbers of
        // which every bit pattern is valid on both sides.
        let map = unsafe { MmapOptions::new().map_mut(&file) }.map_err(cannot)?;
        let map: &'static mut memmap2::MmapMut = Box::leak(Box::new(map));
        #[expect(unsafe_code, reason = "an ArrayBuffer over memory that Node did not allocate")]
        // SAFETY: the memory is leaked on purpose, so it outlives the buffer; each call maps anew,
        // so that no two buffers share a pointer.
        unsafe {
            ArrayBuffer::from_external(env, map.as_mut_ptr(), map.len(), (), |_, ()| {})
        }
    })
}

/// First slot that no file of this process has, when there is no core to ask.
static NEXT_LOCAL: AtomicU32 = AtomicU32::new(layout::SINK_SLOTS);

/// Reserves `slots` slots in the private map of a program that runs without a core and returns the
/// first; 0 when they are used up.
#[napi(js_name = "localBase")]
pub fn local_base(slots: u32) -> u32 {
    let end = |base: u32| base.checked_add(slots).filter(|&end| end <= layout::AHEAD_SLOTS);
    NEXT_LOCAL.fetch_update(Ordering::Relaxed, Ordering::Relaxed, end).unwrap_or(0)
}
