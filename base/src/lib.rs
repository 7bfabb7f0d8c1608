//! Parts that the crates of `toolwright` share. It has no stable interface: use it through them.
//!
//! | module | what it has |
//! |---|---|
//! | [`files`] | private files and folders: created, replaced in one step, locked, synced |
//! | [`Redactor`], [`Secret`] | secrets that are never printed, and texts without them |
//! | [`token`], [`Hexadecimal`] | random names that cannot be guessed |
//! | [`visible_text`], [`cut_text`] | texts of strangers, made safe to print and short |
//! | [`OwnListener`] | the addresses at which this process listens |
//! | [`Backoff`], [`lock`](fn@lock) | pauses between attempts, and locks that outlive a panic |
//! | [`CodedText`], [`coded_texts`] | sentences for people, with codes for other languages |
//! | [`Window`] | the calls of the last minute or hour |
//!
//! It imports nothing of the workspace. What only one crate needs does not belong here.
#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        reason = "a test that cannot go on says so by panicking"
    )
)]

mod backoff;
mod coded_text;
pub mod files;
mod json_string;
mod listeners;
mod lock;
mod redaction;
mod text;
pub mod token;
mod window;

pub use self::{
    backoff::Backoff,
    coded_text::{CodedText, TextCode, TextParam},
    json_string::{quoted, string_length, unquoted},
    listeners::OwnListener,
    lock::lock,
    redaction::{Redactor, Secret, mask_passwords, passwords},
    text::{char_boundary, cut_text, escaped_json, escaped_line, visible_line, visible_text},
    token::Hexadecimal,
    window::Window,
};
