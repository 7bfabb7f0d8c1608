//! The file of a collection: a mark, a header, and then records in the order in which they came.
//!
//! ```text
//! file    = "TWVEC\0\0\x01" frame*
//! frame   = length: u32, check: first 8 bytes of the payload's SHA-256, payload
//! payload = 'H' JSON of the header
//!         | 'R' length: u32, JSON of the records without vectors, and their vectors as f32, one after the other
//! ```
//!
//! Numbers are little-endian. A frame is appended in one piece, so that what a process leaves that is killed is a last frame that is
//! not whole: readers ignore it, and the next writer cuts it off. Of two records with one id the later one counts.

mod frame;
mod header;
mod payload;
mod read;
mod write;

pub(super) use header::Header;
pub(super) use payload::Payload;
pub(super) use read::read_from;
pub(super) use write::{append, write_new};
