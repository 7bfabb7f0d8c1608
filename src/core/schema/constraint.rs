//! The types that `#[range]`, `#[length]` and `#[pattern]` fit.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    fmt::Display,
};

use serde::Serialize;

/// A parameter that `#[range(..)]` fits: a number, or an optional one.
#[diagnostic::on_unimplemented(message = "`#[range]` is for numbers, and `{Self}` is not one")]
pub trait Numeric {
    /// The number itself.
    type Bound: PartialOrd + Serialize + Display;
    /// The number, if there is one.
    fn number(&self) -> Option<&Self::Bound>;
}

/// A parameter that `#[length(..)]` fits: text, a list, a map, or an optional one.
#[diagnostic::on_unimplemented(
    message = "`#[length]` is for text, lists and maps, and `{Self}` is none of them"
)]
pub trait HasLength {
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
pub trait StringLike {
    /// The text, if there is one.
    fn text(&self) -> Option<&str>;
}

macro_rules! ranged {
    ($($number:ty)*) => {$(
        impl Numeric for $number {
            type Bound = Self;
            fn number(&self) -> Option<&Self> {
                Some(self)
            }
        }
    )*};
}
ranged!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize f32 f64);

impl<T: Numeric> Numeric for Option<T> {
    type Bound = T::Bound;
    fn number(&self) -> Option<&T::Bound> {
        self.as_ref().and_then(Numeric::number)
    }
}

macro_rules! measured {
    ($($type:ty [$($generic:ident)*] $least:literal $most:literal $unit:literal $measure:expr;)*) => {$(
        impl<$($generic),*> HasLength for $type {
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

impl<T: HasLength> HasLength for Option<T> {
    const LEAST: &'static str = T::LEAST;
    const MOST: &'static str = T::MOST;
    const UNIT: &'static str = T::UNIT;
    fn measure(&self) -> Option<usize> {
        self.as_ref().and_then(HasLength::measure)
    }
}

impl StringLike for String {
    fn text(&self) -> Option<&str> {
        Some(self)
    }
}

impl StringLike for Option<String> {
    fn text(&self) -> Option<&str> {
        self.as_deref()
    }
}
