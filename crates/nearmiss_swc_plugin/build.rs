//! Gives the plugin a stack of its own size.

/// Trees nest, and every pass recurses; the linker's usual stack is 1 MiB. Memory of wasm that is not
/// used is not taken.
const STACK_BYTES: u32 = 64 << 20;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32") {
        println!("cargo::rustc-link-arg-cdylib=-zstack-size={STACK_BYTES}");
    }
}
