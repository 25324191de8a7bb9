//! A program as text.
