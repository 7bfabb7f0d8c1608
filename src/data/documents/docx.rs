//! Word documents. Their pages are made when they are printed, so there are none to choose from.

use super::{document::Draft, error::DocumentError, office};

pub(super) fn parse(bytes: &[u8]) -> Result<Draft, DocumentError> {
    let document = office::read(bytes)?;
    Ok(Draft {
        text: office::render(&document)?,
        metadata: document.metadata.into(),
        ..Draft::default()
    })
}
