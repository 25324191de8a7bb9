//! The program `mnc`.

fn main() {}
