//! [`Selection`]: pages, slides or sheets, and the request to a worker that asks for them.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{
    document::{Part, Parts, Unit},
    error::DocumentError,
};

/// The most names of parts that an error lists.
const MAX_NAMES: usize = 20;

/// Pages, slides or sheets by number and by name. An empty selection means all.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Selection {
    ranges: Vec<(usize, usize)>,
    names: Vec<String>,
}

impl Selection {
    /// Parses `numbers`, as in `1-3,7`, and adds the parts of these names.
    ///
    /// # Errors
    /// If `numbers` is not valid. The error says what is expected.
    pub fn parse(numbers: &str, names: Vec<String>) -> Result<Self, &'static str> {
        let ranges = numbers
            .split(',')
            .map(str::trim)
            .filter(|item| !item.is_empty())
            .map(|item| range(item).ok_or("expected numbers and ranges from 1, as in `1-3,7`"))
            .collect::<Result<_, _>>()?;
        Ok(Self { ranges, names })
    }

    pub(super) const fn is_all(&self) -> bool {
        self.ranges.is_empty() && self.names.is_empty()
    }

    fn includes(&self, part: &Part) -> bool {
        let by_number = || {
            let within = |(first, last): &(usize, usize)| (*first..=*last).contains(&part.number);
            self.ranges.iter().any(within)
        };
        let by_name = || {
            part.name
                .as_ref()
                .is_some_and(|name| self.names.contains(name))
        };
        self.is_all() || by_number() || by_name()
    }

    /// Returns the selected parts of `all`, at most `most`, and a note if there are more.
    ///
    /// # Errors
    /// If a selected part does not exist.
    pub(super) fn select(
        &self,
        unit: Unit,
        all: &[Part],
        most: usize,
    ) -> Result<(Parts, Option<String>), DocumentError> {
        self.check(unit, all)?;
        let mut included: Vec<Part> = all
            .iter()
            .filter(|part| self.includes(part))
            .cloned()
            .collect();
        let wanted = included.len();
        included.truncate(most);
        let note = (wanted > most).then(|| {
            let word = unit.word();
            format!(
                "only the first {most} of {wanted} {word}s were read: select others with `pages`"
            )
        });
        let parts = Parts {
            unit,
            total: all.len(),
            included,
        };
        Ok((parts, note))
    }

    fn check(&self, unit: Unit, all: &[Part]) -> Result<(), DocumentError> {
        let has_number = |(first, _): &&(usize, usize)| *first <= all.len();
        let number = self.ranges.iter().find(|range| !has_number(range));
        let has_name = |name: &&String| all.iter().any(|part| part.name.as_ref() == Some(name));
        let name = self.names.iter().find(|name| !has_name(name));
        let wanted = match (number, name) {
            (Some((first, _)), _) => first.to_string(),
            (None, Some(name)) => format!("`{name}`"),
            (None, None) => return Ok(()),
        };
        let names: Vec<_> = all.iter().filter_map(|part| part.name.as_deref()).collect();
        let has = if name.is_some() && !names.is_empty() {
            let shown: Vec<_> = names
                .iter()
                .take(MAX_NAMES)
                .map(|name| format!("`{name}`"))
                .collect();
            shown.join(", ")
        } else {
            all.len().to_string()
        };
        Err(DocumentError::NoSuchPart { unit, wanted, has })
    }
}

fn range(text: &str) -> Option<(usize, usize)> {
    let number = |text: &str| {
        text.trim()
            .parse::<usize>()
            .ok()
            .filter(|number| *number > 0)
    };
    match text.split_once('-') {
        Some((first, last)) => {
            let (first, last) = (number(first)?, number(last)?);
            (first <= last).then_some((first, last))
        }
        None => number(text).map(|number| (number, number)),
    }
}

/// The requested part of a document.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct RequestedPart {
    /// The pages, slides or sheets.
    pub selection: Selection,
    /// The position of the first character of the text.
    pub start: usize,
    /// The most characters of the text.
    pub most_chars: usize,
}

/// The limits of a document and its parser.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct DocumentLimits {
    /// The most bytes of a document.
    pub(crate) max_input: usize,
    /// The most bytes that all entries of an archive may unpack to.
    pub(crate) max_unpacked: u64,
    /// The most entries of an archive.
    pub(crate) max_entries: usize,
    /// The most pages, slides or sheets of one request.
    pub(crate) max_parts: usize,
    /// The most bytes of memory of the parser.
    pub(crate) memory: u64,
    /// How long the parser may take.
    pub(crate) time: Duration,
}

impl Default for DocumentLimits {
    fn default() -> Self {
        Self {
            max_input: 20 << 20,
            max_unpacked: 256 << 20,
            max_entries: 10_000,
            max_parts: 300,
            memory: 1 << 30,
            time: Duration::from_secs(10),
        }
    }
}

/// A request to a worker. The bytes of the document follow it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ParseJob {
    /// The file name, if it is known.
    pub(super) name: Option<String>,
    /// The `Content-Type` of the response.
    pub(super) content_type: Option<String>,
    pub(super) wanted: RequestedPart,
    /// The number of bytes of the document.
    pub(super) size: usize,
    /// Not sent: a worker gets them as an argument, before it reads anything.
    #[serde(skip)]
    pub(super) limits: DocumentLimits,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheets() -> Vec<Part> {
        let part = |(number, name): (usize, &str)| Part {
            number,
            name: Some(name.into()),
        };
        [(1, "매출"), (2, "Notes"), (3, "Empty")].map(part).into()
    }

    fn selected(numbers: &str, names: &[&str]) -> Result<Vec<usize>, String> {
        let names = names.iter().map(ToString::to_string).collect();
        let selection = Selection::parse(numbers, names)?;
        let selected = selection.select(Unit::Sheet, &sheets(), 2);
        let (parts, _) = selected.map_err(|error| error.to_string())?;
        Ok(parts.included.iter().map(|part| part.number).collect())
    }

    #[test]
    fn parts_are_selected_by_number_and_by_name() {
        assert_eq!(selected("", &[]), Ok(vec![1, 2]));
        assert_eq!(selected("2-9", &[]), Ok(vec![2, 3]));
        assert_eq!(selected(" 3 , 1-1", &[]), Ok(vec![1, 3]));
        assert_eq!(selected("3", &["매출"]), Ok(vec![1, 3]));
        assert_eq!(selected("", &["Notes"]), Ok(vec![2]));
    }

    #[test]
    fn parts_that_do_not_exist_are_named() {
        assert_eq!(
            selected("4", &[]),
            Err("there is no sheet 4: the document has 3".into())
        );
        assert_eq!(
            selected("", &["notes"]),
            Err("there is no sheet `notes`: the document has `매출`, `Notes`, `Empty`".into())
        );
        for wrong in ["0", "a", "3-1", "1-", "-1", "1;2", "99999999999999999999"] {
            assert!(
                selected(wrong, &[])
                    .unwrap_err()
                    .starts_with("expected numbers and ranges"),
                "{wrong}"
            );
        }
    }

    #[test]
    fn too_many_parts_are_cut_with_a_note() {
        let (parts, note) = Selection::default()
            .select(Unit::Sheet, &sheets(), 2)
            .unwrap();
        assert_eq!((parts.total, parts.included.len()), (3, 2));
        let expected = "only the first 2 of 3 sheets were read: select others with `pages`";
        assert_eq!(note.as_deref(), Some(expected));
    }
}
