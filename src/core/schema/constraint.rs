//! Constraints that types do not give: ranges, lengths, patterns.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    fmt::Display,
    ops::{Bound, RangeBounds},
};

use regex_lite::Regex;
use serde::Serialize;

use crate::core::{
    error::{InvalidArguments, ToolError},
    tool::{Arguments, ToolDef},
};

/// A parameter that `#[range(..)]` fits: a number, or an optional one.
#[diagnostic::on_unimplemented(message = "`#[range]` is for numbers, and `{Self}` is not one")]
pub trait Ranged {
    /// The number itself.
    type Bound: PartialOrd + Serialize + Display;
    /// The number, if there is one.
    fn number(&self) -> Option<&Self::Bound>;
}

/// A parameter that `#[length(..)]` fits: text, a list, a map, or an optional one.
#[diagnostic::on_unimplemented(
    message = "`#[length]` is for text, lists and maps, and `{Self}` is none of them"
)]
pub trait Measured {
    /// The schema's keyword for the smallest length.
    const LEAST: &'static str;
    /// The schema's keyword for the largest length.
    const MOST: &'static str;
    /// What is counted.
    const UNIT: &'static str;
    /// The length, if there is a value.
    fn measure(&self) -> Option<usize>;
}

/// A parameter that `#[pattern("…")]` fits: text, or optional text.
#[diagnostic::on_unimplemented(message = "`#[pattern]` is for text, and `{Self}` is not")]
pub trait Textual {
    /// The text, if there is one.
    fn text(&self) -> Option<&str>;
}

macro_rules! ranged {
    ($($number:ty)*) => {$(
        impl Ranged for $number {
            type Bound = Self;
            fn number(&self) -> Option<&Self> {
                Some(self)
            }
        }
    )*};
}
ranged!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize f32 f64);

impl<T: Ranged> Ranged for Option<T> {
    type Bound = T::Bound;
    fn number(&self) -> Option<&T::Bound> {
        self.as_ref().and_then(Ranged::number)
    }
}

macro_rules! measured {
    ($($type:ty [$($generic:ident)*] $least:literal $most:literal $unit:literal $measure:expr;)*) => {$(
        impl<$($generic),*> Measured for $type {
            const LEAST: &'static str = $least;
            const MOST: &'static str = $most;
            const UNIT: &'static str = $unit;
            fn measure(&self) -> Option<usize> {
                let measure: fn(&Self) -> usize = $measure;
                Some(measure(self))
            }
        }
    )*};
}
measured! {
    String [] "minLength" "maxLength" "characters" |text| text.chars().count();
    Vec<T> [T] "minItems" "maxItems" "items" Vec::len;
    HashSet<T> [T] "minItems" "maxItems" "items" HashSet::len;
    BTreeSet<T> [T] "minItems" "maxItems" "items" BTreeSet::len;
    HashMap<K, V> [K V] "minProperties" "maxProperties" "entries" HashMap::len;
    BTreeMap<K, V> [K V] "minProperties" "maxProperties" "entries" BTreeMap::len;
}

impl<T: Measured> Measured for Option<T> {
    const LEAST: &'static str = T::LEAST;
    const MOST: &'static str = T::MOST;
    const UNIT: &'static str = T::UNIT;
    fn measure(&self) -> Option<usize> {
        self.as_ref().and_then(Measured::measure)
    }
}

impl Textual for String {
    fn text(&self) -> Option<&str> {
        Some(self)
    }
}

impl Textual for Option<String> {
    fn text(&self) -> Option<&str> {
        self.as_deref()
    }
}

/// Checks the constraints of one call, and gathers what does not hold.
#[derive(Debug)]
pub struct Violations<'a> {
    definition: &'a ToolDef,
    arguments: &'a Arguments,
    found: Vec<(&'static str, String)>,
}

impl<'a> Violations<'a> {
    /// Nothing checked yet.
    #[must_use]
    pub const fn new(definition: &'a ToolDef, arguments: &'a Arguments) -> Self {
        Self {
            definition,
            arguments,
            found: Vec::new(),
        }
    }

    /// `value` must lie in `range`.
    pub fn range<T: Ranged>(
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

    /// The length of `value` must lie in `range`.
    pub fn length<T: Measured>(
        &mut self,
        name: &'static str,
        value: &T,
        range: impl RangeBounds<usize>,
    ) {
        if value
            .measure()
            .is_some_and(|length| !range.contains(&length))
        {
            self.found
                .push((name, format!("{} {}", T::UNIT, bounds(&range))));
        }
    }

    /// `value` must match `pattern`.
    pub fn pattern<T: Textual>(&mut self, name: &'static str, value: &T, pattern: &Regex) {
        if value.text().is_some_and(|text| !pattern.is_match(text)) {
            self.found
                .push((name, format!("text that matches `{pattern}`")));
        }
    }

    /// All constraints hold, or an error that names each that does not.
    ///
    /// # Errors
    /// [`ToolError::InvalidArguments`] with every violation.
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
