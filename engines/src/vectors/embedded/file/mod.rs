//! The file of a collection: a mark, a header, and records in the order in which they were added.
//!
//! ```text
//! file    = "TWVEC\0\0\x01" frame*
//! frame   = length: u32, check: first 8 bytes of the payload's SHA-256, payload
//! payload = 'H' JSON of the header
//!         | 'R' length: u32, JSON of the records without vectors, the vectors as f32
//! ```
//!
//! Numbers are little-endian. A frame is appended in one write, so a process that is killed leaves
//! at most an incomplete last frame. Readers ignore it, and the next writer cuts it off. A file
//! that is shorter than it was when a writer finished is damaged. Of two records with the same id,
//! the later one counts.
//!
//! The format is our own: a vector database in the process would bring a storage engine and an
//! approximate index, and for some ten thousand documents comparing all of them is exact and fast.

mod frame;
mod read;
mod write;

pub(super) use frame::{Header, Payload};
pub(super) use read::read_from;
pub(super) use write::{append, write_new};
