//! [`ChangedPart`]: the definitions of a text that differ from those before an edit.
//!
//! Most edits change one definition of many, and the others need not be parsed again. The part
//! between two definitions that did not change is parsed as an array, with an empty object in place
//! of each of the two. If it is one, the whole text is one too: what comes before the part and after
//! it was valid with the same neighbours.

use std::{ops::Range, sync::Arc};

use crate::{
    definition::Definition,
    spec::{StoredTool, ToolSpec, ToolsFile, Unchanged},
};

/// The definitions that differ from those before an edit.
pub(super) struct ChangedPart<'a, D = ToolSpec> {
    /// The text and its definitions before the edit.
    old: (&'a str, &'a ToolsFile<D>),
    text: &'a str,
    /// The definitions before the edit that are not the same in `text`.
    tools: Range<usize>,
    /// The bytes of `text` between the definitions that are the same.
    bytes: Range<usize>,
}

impl<'a, D: Definition> ChangedPart<'a, D> {
    /// Compares `text` with the text before it. Returns `None` if more than the array of definitions
    /// differs.
    pub(super) fn find(before: &'a str, file: &'a ToolsFile<D>, text: &'a str) -> Option<Self> {
        let (old, new) = (before.as_bytes(), text.as_bytes());
        // Of the brackets.
        let (opening, closing) = (file.array.start, file.array.end.checked_sub(1)?);
        let prefix = common_prefix(old, new);
        let suffix = common_suffix(&old[prefix..], &new[prefix..]);
        let same_from = old.len() - suffix;
        if opening >= prefix || closing < same_from {
            return None;
        }
        let tools = &file.tools;
        let first = tools.partition_point(|tool| tool.range.end <= prefix);
        let last = tools.partition_point(|tool| tool.range.start < same_from);
        let start = match first {
            0 => opening + 1,
            first => tools[first - 1].range.end,
        };
        let end = tools.get(last).map_or(closing, |tool| tool.range.start);
        Some(Self {
            old: (before, file),
            text,
            tools: first..last,
            bytes: start..end + new.len() - old.len(),
        })
    }

    /// Parses the part. Returns the definitions of the whole text, or `None` if something is wrong
    /// with it: parsing the whole text finds what.
    pub(super) fn parse(&self, context: &D::Context) -> Option<ToolsFile<D>> {
        let ((before, file), places) = (self.old, self.tools.clone());
        let (first, last) = (&file.tools[..places.start], &file.tools[places.end..]);
        let neighbour = |tools: &[StoredTool<D>]| if tools.is_empty() { "" } else { "{}" };
        let opening = format!("[{}", neighbour(first));
        let part = self.text.get(self.bytes.clone())?;
        let array = format!("{opening}{part}{}]", neighbour(last));
        let known: Unchanged<'_, D> = file.texts(before, places).collect();
        let neighbours = (!first.is_empty(), !last.is_empty());
        let changed = ToolsFile::parse_between(&array, neighbours, context, &known)?;
        let moved = |tool: &StoredTool<D>, from: usize, to: usize| StoredTool {
            spec: Arc::clone(&tool.spec),
            range: tool.range.start + to - from..tool.range.end + to - from,
        };
        let (before, now) = (before.len(), self.text.len());
        let changed = changed
            .iter()
            .map(|tool| moved(tool, opening.len(), self.bytes.start));
        let last = last.iter().map(|tool| moved(tool, before, now));
        let tools: Vec<_> = first.iter().cloned().chain(changed).chain(last).collect();
        let file = ToolsFile {
            tools,
            array: file.array.start..file.array.end + now - before,
        };
        (!file.has_twins()).then_some(file)
    }
}

/// Compared at once, which is much faster than byte by byte.
const CHUNK: usize = 4096;

/// Returns how many bytes are the same at the beginning.
fn common_prefix(one: &[u8], other: &[u8]) -> usize {
    let chunks = one.chunks(CHUNK).zip(other.chunks(CHUNK));
    let equal = chunks.take_while(|(one, other)| one == other);
    let start: usize = equal.map(|(one, _)| one.len()).sum();
    let rest = one[start..].iter().zip(&other[start..]);
    start + rest.take_while(|(one, other)| one == other).count()
}

/// Returns how many bytes are the same at the end.
fn common_suffix(one: &[u8], other: &[u8]) -> usize {
    let chunks = one.rchunks(CHUNK).zip(other.rchunks(CHUNK));
    let equal = chunks.take_while(|(one, other)| one == other);
    let end: usize = equal.map(|(one, _)| one.len()).sum();
    let rest = one[..one.len() - end].iter().rev();
    let rest = rest.zip(other[..other.len() - end].iter().rev());
    end + rest.take_while(|(one, other)| one == other).count()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::{kinds::Engines, tests::engines};

    const TEXT: &str = r#"{
  // Of "tools": [
  "tools": [
    {"name": "a", "type": "expression", "description": "D", "config": {"expression": "1"}}, // one
    /* {two} */ {"name": "b", "type": "expression", "description": "D", "config": {"expression": "2"}},

    {"name": "c", "type": "expression", "description": "D", "config": {"expression": "[3]"}},
  ]
}"#;

    /// Compares the definitions of an edited text with those of the same text parsed as a whole.
    /// Returns whether it is valid, and whether only a part of it was parsed.
    fn check(before: &ToolsFile, text: &str, engines: &Engines) -> (bool, bool) {
        let part = ChangedPart::find(TEXT, before, text).and_then(|part| part.parse(engines));
        let whole = ToolsFile::parse("", text, engines);
        let Some(part) = &part else {
            return (whole.is_ok(), false);
        };
        let whole = whole.unwrap_or_else(|problems| panic!("{text}\n{problems}"));
        let view = |file: &ToolsFile| {
            let tools = file.tools.iter();
            let tools: Vec<_> = tools
                .map(|tool| (tool.spec.json().clone(), tool.range.clone()))
                .collect();
            (tools, file.array.clone())
        };
        assert_eq!(view(part), view(&whole), "{text}");
        (true, true)
    }

    /// Returns every text that differs from [`TEXT`] in one place.
    fn edits() -> impl Iterator<Item = String> {
        let tool =
            r#"{"name":"d","type":"expression","description":"D","config":{"expression":"4"}}"#;
        let marks = " |{|}|[|]|{}|,|\"|/|//|/*|*/|\n|\\|4|é|,{}|".split('|');
        let mut inserted: Vec<_> = marks.map(ToOwned::to_owned).collect();
        inserted.extend([tool.to_owned(), format!("{tool},"), format!(",{tool}")]);
        let places = (0..=TEXT.len()).flat_map(|start| {
            let lengths = [0, 1, 2, 7, 66, 90].into_iter();
            lengths.map(move |length| (start, (start + length).min(TEXT.len())))
        });
        places.flat_map(move |(start, end)| {
            let edit = |new: &String| [&TEXT[..start], new, &TEXT[end..]].concat();
            inserted.iter().map(edit).collect::<Vec<_>>()
        })
    }

    #[test]
    fn every_small_edit_gives_what_the_whole_text_gives() {
        let engines = engines(Path::new("none"));
        let before = ToolsFile::parse("", TEXT, &engines).unwrap();
        let (mut valid, mut partly) = (0, 0);
        for text in edits() {
            let (is_valid, is_part) = check(&before, &text, &engines);
            valid += usize::from(is_valid);
            partly += usize::from(is_part);
        }
        // Without it, nothing would be compared.
        assert!(partly > valid / 2, "{partly} of {valid}");
    }

    #[test]
    fn what_did_not_change_is_the_same_definition() {
        let engines = engines(Path::new("none"));
        let before = ToolsFile::parse("", TEXT, &engines).unwrap();
        let edited = TEXT.replace("\"2\"", "\"22\"");
        let part = ChangedPart::find(TEXT, &before, &edited).unwrap();
        let after = part.parse(&engines).unwrap();
        let is_same = before.tools.iter().zip(&after.tools);
        let is_same: Vec<_> = is_same
            .map(|(one, other)| Arc::ptr_eq(&one.spec, &other.spec))
            .collect();
        assert_eq!(is_same, [true, false, true]);
    }
}
