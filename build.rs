//! The shipped games are part of the program: a game added to `games` makes it anew.

fn main() {
    println!("cargo:rerun-if-changed=games");
}
