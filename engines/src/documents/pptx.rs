//! Presentations, by `undoc`: one slide after the other, with the speaker's notes.

use super::{
    document::{ParsedDocument, Part, Unit},
    error::DocumentError,
    job::Job,
    office,
};

pub(super) fn parse(bytes: &[u8], job: &Job) -> Result<ParsedDocument, DocumentError> {
    let mut document = office::read(bytes)?;
    let slides: Vec<_> = (1..=document.sections.len())
        .map(|number| Part { number, name: None })
        .collect();
    let selection = &job.wanted.selection;
    let (parts, note) = selection.select(Unit::Slide, &slides, job.limits.most_parts)?;
    let mut number = 0;
    document.sections.retain(|_| {
        number += 1;
        parts.included.iter().any(|part| part.number == number)
    });
    Ok(ParsedDocument {
        text: office::render(&document)?,
        metadata: document.metadata.into(),
        parts: Some(parts),
        notes: note.into_iter().collect(),
    })
}
