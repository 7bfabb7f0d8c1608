//! The types that `#[range]`, `#[length]` and `#[pattern]` fit.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    fmt::Display,
};

use serde::Serialize;

/// A type that `#[range(..)]` fits: a number, or an optional one.
#[diagnostic::on_unimplemented(message = "`#[range]` is for numbers, and `{Self}` is not one")]
pub trait Numeric {
    /// The type of the number.
    type Bound: PartialOrd + Serialize + Display;
    /// Returns the number, if there is one.
    fn number(&self) -> Option<&Self::Bound>;
}

/// A type that `#[length(..)]` fits: text, a list, a map, or an optional one.
#[diagnostic::on_unimplemented(
    message = "`#[length]` is for text, lists and maps, and `{Self}` is none of them"
)]
pub trait HasLength {
    /// The keyword of the schema for the smallest length.
    const MIN_KEYWORD: &'static str;
    /// The keyword of the schema for the largest length.
    const MAX_KEYWORD: &'static str;
    /// The unit of the length, for messages.
    const UNIT: &'static str;
    /// Returns the length, if there is a value.
    fn length(&self) -> Option<usize>;
}

/// A type that `#[pattern("…")]` fits: text, or optional text.
#[diagnostic::on_unimplemented(message = "`#[pattern]` is for text, and `{Self}` is not")]
pub trait StringLike {
    /// Returns the text, if there is one.
    fn text(&self) -> Option<&str>;
}

macro_rules! numeric {
    ($($number:ty)*) => {$(
        impl Numeric for $number {
            type Bound = Self;
            fn number(&self) -> Option<&Self> {
                Some(self)
            }
        }
    )*};
}
numeric!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize f32 f64);

impl<T: Numeric> Numeric for Option<T> {
    type Bound = T::Bound;
    fn number(&self) -> Option<&T::Bound> {
        self.as_ref().and_then(Numeric::number)
    }
}

macro_rules! has_length {
    ($($type:ty [$($generic:ident)*] $min:literal $max:literal $unit:literal $length:expr;)*) => {$(
        impl<$($generic),*> HasLength for $type {
            const MIN_KEYWORD: &'static str = $min;
            const MAX_KEYWORD: &'static str = $max;
            const UNIT: &'static str = $unit;
            fn length(&self) -> Option<usize> {
                let length: fn(&Self) -> usize = $length;
                Some(length(self))
            }
        }
    )*};
}
has_length! {
    String [] "minLength" "maxLength" "characters" |text| text.chars().count();
    Vec<T> [T] "minItems" "maxItems" "items" Vec::len;
    HashSet<T> [T] "minItems" "maxItems" "items" HashSet::len;
    BTreeSet<T> [T] "minItems" "maxItems" "items" BTreeSet::len;
    HashMap<K, V> [K V] "minProperties" "maxProperties" "entries" HashMap::len;
    BTreeMap<K, V> [K V] "minProperties" "maxProperties" "entries" BTreeMap::len;
}

impl<T: HasLength> HasLength for Option<T> {
    const MIN_KEYWORD: &'static str = T::MIN_KEYWORD;
    const MAX_KEYWORD: &'static str = T::MAX_KEYWORD;
    const UNIT: &'static str = T::UNIT;
    fn length(&self) -> Option<usize> {
        self.as_ref().and_then(HasLength::length)
    }
}

impl StringLike for String {
    fn text(&self) -> Option<&str> {
        Some(self)
    }
}

impl<T: StringLike> StringLike for Option<T> {
    fn text(&self) -> Option<&str> {
        self.as_ref().and_then(StringLike::text)
    }
}
