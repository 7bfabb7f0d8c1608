//! Plain text and Markdown, which are what they are.

use super::{document::Draft, encoding, job::Job};

pub(super) fn parse(bytes: &[u8], job: &Job) -> Draft {
    Draft {
        text: encoding::decode(bytes, job.content_type.as_deref()),
        ..Draft::default()
    }
}
