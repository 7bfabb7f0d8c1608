//! Word documents, by `undoc`. They have no pages before they are printed, so none can be selected.

use super::{document::ParsedDocument, error::DocumentError, office};

pub(super) fn parse(bytes: &[u8]) -> Result<ParsedDocument, DocumentError> {
    let document = office::read(bytes)?;
    Ok(ParsedDocument {
        text: office::render(&document)?,
        metadata: document.metadata.into(),
        ..ParsedDocument::default()
    })
}
