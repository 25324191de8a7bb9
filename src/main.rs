//! The program `mnc`.

mod cli;

use mimalloc::MiMalloc;
use std::process::ExitCode;

// Parsing makes very many small allocations, and the system allocator is slow at that.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    cli::main()
}
