//! What the crates of `toolwright` share. It has no stable interface: use it through them.
//!
//! | module | what it has |
//! |---|---|
//! | [`files`] | private files and folders: created, replaced in one step, locked, synced |
//! | [`Redactor`], [`Secret`] | secrets that are never printed, and texts without them |
//! | [`token`], [`Hexadecimal`] | random names that cannot be guessed |
//! | [`visible_text`](mod@visible_text), [`cut_text`](fn@cut_text) | texts of strangers, made safe to print and short |
//! | [`Backoff`], [`lock`](fn@lock) | pauses between attempts, and locks that outlive a panic |
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
mod cut_text;
pub mod files;
mod hexadecimal;
mod json_string;
mod lock;
mod redaction;
pub mod token;
mod visible_text;

pub use self::{
    backoff::Backoff,
    cut_text::cut_text,
    hexadecimal::Hexadecimal,
    json_string::{quoted, string_length, unquoted},
    lock::lock,
    redaction::{Redactor, Secret, mask_passwords, passwords},
    visible_text::{escaped_json, escaped_line, visible_line, visible_text},
};
