//! [`Violations`]: checks the constraints of a call's arguments.

use std::{
    fmt::Display,
    ops::{Bound, RangeBounds},
};

use regex_lite::Regex;

use super::{arguments::Arguments, definition::ToolDef};
use crate::core::{
    error::{InvalidArguments, ToolError},
    schema::{HasLength, Numeric, StringLike, describe_pattern},
};

/// Checks the constraints of a call's arguments, and gathers those that are violated.
#[derive(Debug)]
pub struct Violations<'a> {
    definition: &'a ToolDef,
    arguments: &'a Arguments,
    found: Vec<(&'static str, String)>,
}

impl<'a> Violations<'a> {
    /// Creates a check without violations.
    #[must_use]
    pub const fn new(definition: &'a ToolDef, arguments: &'a Arguments) -> Self {
        Self {
            definition,
            arguments,
            found: Vec::new(),
        }
    }

    /// Checks that `value` lies in `range`.
    pub fn range<T: Numeric>(
        &mut self,
        name: &'static str,
        value: &T,
        range: impl RangeBounds<T::Bound>,
    ) {
        if value.number().is_some_and(|number| !range.contains(number)) {
            self.found
                .push((name, format!("a number {}", bounds(&range))));
        }
    }

    /// Checks that the length of `value` lies in `range`.
    pub fn length<T: HasLength>(
        &mut self,
        name: &'static str,
        value: &T,
        range: impl RangeBounds<usize>,
    ) {
        if value
            .length()
            .is_some_and(|length| !range.contains(&length))
        {
            self.found
                .push((name, format!("{} {}", T::UNIT, bounds(&range))));
        }
    }

    /// Checks that `value` matches `pattern`.
    pub fn pattern<T: StringLike>(&mut self, name: &'static str, value: &T, pattern: &Regex) {
        if value.text().is_some_and(|text| !pattern.is_match(text)) {
            self.found.push((name, describe_pattern(pattern)));
        }
    }

    /// Ends the check.
    ///
    /// # Errors
    /// Returns [`ToolError::InvalidArguments`] with every violation, if there is one.
    pub fn finish(self) -> Result<(), ToolError> {
        if self.found.is_empty() {
            return Ok(());
        }
        Err(
            InvalidArguments::from_violations(self.definition, self.arguments, self.found)
                .into_error(),
        )
    }
}

fn bounds<B: Display>(range: &impl RangeBounds<B>) -> String {
    let start = match range.start_bound() {
        Bound::Included(bound) => format!("from {bound}"),
        Bound::Excluded(bound) => format!("above {bound}"),
        Bound::Unbounded => String::new(),
    };
    let end = match range.end_bound() {
        Bound::Included(bound) => format!("up to {bound}"),
        Bound::Excluded(bound) => format!("below {bound}"),
        Bound::Unbounded => String::new(),
    };
    [start, end]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}
