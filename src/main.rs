//! The program `mnc`.

use std::process::ExitCode;

fn main() -> ExitCode {
    mnc::cli::main()
}
