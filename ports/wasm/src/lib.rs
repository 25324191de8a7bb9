//! The library as a WebAssembly module: bytes in, bytes out. What goes in and out are the lines of JSON of
//! `mnc engine` (see `mnc::protocol`).
//!
//! A host calls `request_buffer(n)`, writes `n` bytes at the address it returns, and calls `provide_texts` (once, first),
//! `provide_wordings` (once, if `wants_wordings()` after an answer; then it asks again), `provide_help` (once, before it
//! asks for meanings) or `answer`. They return the length of the answer, which is at `answer_buffer()` until the next
//! call. After a trap the instance is of no use; a new one can be made of the same module.

use std::cell::RefCell;

/// The longest request, in bytes.
const MAX_REQUEST: usize = 8 << 20;

/// What is between two calls.
#[derive(Default)]
struct State {
    request: Vec<u8>,
    answer: String,
    #[cfg(feature = "play")]
    session: mnc::protocol::GameSession,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

/// Makes room for a request of so many bytes; returns its address, or 0 if it is too long.
#[unsafe(no_mangle)]
pub extern "C" fn request_buffer(bytes: usize) -> *mut u8 {
    STATE.with_borrow_mut(|state| {
        if bytes > MAX_REQUEST {
            state.request = Vec::new();
            return std::ptr::null_mut();
        }
        state.request.clear();
        state.request.resize(bytes, 0);
        state.request.as_mut_ptr()
    })
}

/// Where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn answer_buffer() -> *const u8 {
    STATE.with_borrow(|state| state.answer.as_ptr())
}

/// Takes the request as the texts that come with mnc (see `mnc::texts`). Returns the length of the answer: empty, or why
/// it cannot be used.
#[unsafe(no_mangle)]
pub extern "C" fn provide_texts() -> usize {
    take_texts(mnc::texts::provide)
}

/// Whether the wordings were looked for since this was last asked, and not there.
#[unsafe(no_mangle)]
pub extern "C" fn wants_wordings() -> bool {
    mnc::texts::wants_wordings()
}

/// Takes the request as the wordings. Returns the length of the answer: empty, or why it cannot be used.
#[unsafe(no_mangle)]
pub extern "C" fn provide_wordings() -> usize {
    take_texts(mnc::texts::provide_wordings)
}

/// Takes the request as the texts that explain. Returns the length of the answer: empty, or why it cannot be used.
#[unsafe(no_mangle)]
pub extern "C" fn provide_help() -> usize {
    take_texts(mnc::texts::provide_help)
}

/// Gives the request to a function that takes texts.
fn take_texts(take: fn(&str) -> Result<(), String>) -> usize {
    STATE.with_borrow_mut(|state| {
        let request = std::mem::take(&mut state.request);
        let result = match std::str::from_utf8(&request) {
            Ok(json) => take(json),
            Err(error) => Err(error.to_string()),
        };
        state.answer = result.err().unwrap_or_default();
        state.answer.len()
    })
}

/// Answers the request, one line of JSON. Returns the length of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    STATE.with_borrow_mut(|state| {
        let request = std::mem::take(&mut state.request);
        let request = String::from_utf8_lossy(&request);
        #[cfg(feature = "play")]
        let answer = state.session.answer(&request);
        #[cfg(not(feature = "play"))]
        let answer = mnc::protocol::answer_text_request(&request);
        state.answer = answer;
        state.answer.len()
    })
}
