//! Plain text and Markdown, which are only decoded.

use super::{document::ParsedDocument, encoding, job::Job};

pub(super) fn parse(bytes: &[u8], job: &Job) -> ParsedDocument {
    ParsedDocument {
        text: encoding::decode(bytes, job.content_type.as_deref()).into_owned(),
        ..ParsedDocument::default()
    }
}
