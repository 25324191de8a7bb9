//! The program `mnc`.

mod cli;

use mimalloc::MiMalloc;
use std::process::ExitCode;

// A description is read into very many small things, which the allocator of the system is slow with.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    cli::main()
}
