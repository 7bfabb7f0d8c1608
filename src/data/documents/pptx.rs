//! Presentations, a slide after the other, with the speaker's notes.

use super::{
    document::{Draft, Part, Unit},
    error::DocumentError,
    job::Job,
    office,
};

pub(super) fn parse(bytes: &[u8], job: &Job) -> Result<Draft, DocumentError> {
    let mut document = office::read(bytes)?;
    let slides: Vec<_> = (1..=document.sections.len())
        .map(|number| Part { number, name: None })
        .collect();
    let selection = &job.wanted.selection;
    let (parts, note) = selection.choose(Unit::Slide, &slides, job.limits.most_parts)?;
    let mut number = 0;
    document.sections.retain(|_| {
        number += 1;
        parts.included.iter().any(|part| part.number == number)
    });
    Ok(Draft {
        text: office::render(&document)?,
        metadata: document.metadata.into(),
        parts: Some(parts),
        notes: note.into_iter().collect(),
    })
}
