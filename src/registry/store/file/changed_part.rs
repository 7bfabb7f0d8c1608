//! [`ChangedPart`]: the definitions of a text that differ from those before an edit.
//!
//! Most edits change one definition of many, and the others need not be parsed again. The part
//! between two definitions that did not change is parsed as an array, with an empty object in place
//! of each of the two. If it is one, the whole text is one too: what comes before the part and after
//! it was valid with the same neighbours.

use std::{ops::Range, sync::Arc};

use super::tools_text::ToolsText;
use crate::registry::{
    kinds::Engines,
    spec::{StoredTool, ToolsFile, Unchanged},
};

/// The definitions that differ from those before an edit.
pub(super) struct ChangedPart<'a> {
    before: &'a ToolsText,
    text: &'a str,
    /// The definitions before the edit that are not the same in `text`.
    tools: Range<usize>,
    /// The bytes of `text` between the definitions that are the same.
    bytes: Range<usize>,
}

impl<'a> ChangedPart<'a> {
    /// Compares `text` with the text before it. Returns `None` if more than the array of definitions
    /// differs.
    pub(super) fn find(before: &'a ToolsText, text: &'a str) -> Option<Self> {
        let (old, new) = (before.text().as_bytes(), text.as_bytes());
        let array = before.array();
        // Of the brackets.
        let (opening, closing) = (array.start, array.end.checked_sub(1)?);
        let prefix = common_prefix(old, new);
        let suffix = common_suffix(&old[prefix..], &new[prefix..]);
        let same_from = old.len() - suffix;
        if opening >= prefix || closing < same_from {
            return None;
        }
        let tools = before.tools();
        let first = tools.partition_point(|tool| tool.range.end <= prefix);
        let last = tools.partition_point(|tool| tool.range.start < same_from);
        let start = match first {
            0 => opening + 1,
            first => tools[first - 1].range.end,
        };
        let end = tools.get(last).map_or(closing, |tool| tool.range.start);
        Some(Self {
            before,
            text,
            tools: first..last,
            bytes: start..end + new.len() - old.len(),
        })
    }

    /// Parses the part. Returns the definitions of the whole text, or `None` if something is wrong
    /// with it: parsing the whole text finds what.
    pub(super) fn parse(&self, engines: &Engines) -> Option<ToolsFile> {
        let (old, places) = (self.before.tools(), self.tools.clone());
        let (first, last) = (&old[..places.start], &old[places.end..]);
        let neighbour = |tools: &[StoredTool]| if tools.is_empty() { "" } else { "{}" };
        let opening = format!("[{}", neighbour(first));
        let part = self.text.get(self.bytes.clone())?;
        let array = format!("{opening}{part}{}]", neighbour(last));
        let known: Unchanged<'_> = self.before.texts(places).collect();
        let neighbours = (!first.is_empty(), !last.is_empty());
        let changed = ToolsFile::parse_between(&array, neighbours, engines, &known)?;
        let moved = |tool: &StoredTool, from: usize, to: usize| StoredTool {
            spec: Arc::clone(&tool.spec),
            range: tool.range.start + to - from..tool.range.end + to - from,
        };
        let (before, now) = (self.before.text().len(), self.text.len());
        let changed = changed
            .iter()
            .map(|tool| moved(tool, opening.len(), self.bytes.start));
        let last = last.iter().map(|tool| moved(tool, before, now));
        let tools: Vec<_> = first.iter().cloned().chain(changed).chain(last).collect();
        let array = self.before.array();
        let file = ToolsFile {
            tools,
            array: array.start..array.end + now - before,
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
    use crate::registry::tests::engines;

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
    fn check(before: &ToolsText, text: &str, engines: &Engines) -> (bool, bool) {
        let part = ChangedPart::find(before, text).and_then(|part| part.parse(engines));
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

    #[test]
    fn every_small_edit_gives_what_the_whole_text_gives() {
        let engines = engines(Path::new("none"));
        let before = ToolsText::default().parse_again("", TEXT.into(), &engines);
        let before = before.unwrap();
        let tool =
            r#"{"name":"d","type":"expression","description":"D","config":{"expression":"4"}}"#;
        let inserted = [
            "",
            " ",
            "{",
            "}",
            "[",
            "]",
            "{}",
            ",",
            "\"",
            "/",
            "//",
            "/*",
            "*/",
            "\n",
            "\\",
            "4",
            "é",
            ",{}",
            tool,
            &format!("{tool},"),
            &format!(",{tool}"),
        ];
        let (mut valid, mut partly) = (0, 0);
        for start in 0..=TEXT.len() {
            for length in [0, 1, 2, 7, 66, 90] {
                let end = (start + length).min(TEXT.len());
                for new in inserted {
                    let text = [&TEXT[..start], new, &TEXT[end..]].concat();
                    let (is_valid, is_part) = check(&before, &text, &engines);
                    valid += usize::from(is_valid);
                    partly += usize::from(is_part);
                }
            }
        }
        // Without it, nothing would be compared.
        assert!(partly > valid / 2, "{partly} of {valid}");
    }

    #[test]
    fn what_did_not_change_is_the_same_definition() {
        let engines = engines(Path::new("none"));
        let before = ToolsText::default().parse_again("", TEXT.into(), &engines);
        let before = before.unwrap();
        let edited = TEXT.replace("\"2\"", "\"22\"");
        let after = before.parse_again("", edited, &engines).unwrap();
        let is_same = before.tools().iter().zip(after.tools());
        let is_same: Vec<_> = is_same
            .map(|(one, other)| Arc::ptr_eq(&one.spec, &other.spec))
            .collect();
        assert_eq!(is_same, [true, false, true]);
    }
}
