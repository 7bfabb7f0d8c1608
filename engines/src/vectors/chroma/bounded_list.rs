//! [`BoundedList`]: a list of a response that is not read beyond what a request can ask for.

use std::{fmt, marker::PhantomData, vec};

use serde::{
    Deserialize, Deserializer,
    de::{Error as _, SeqAccess, Visitor},
};

/// The most entries of a list. No request asks for more documents.
pub(super) const MOST_ENTRIES: usize = 1000;

/// A list of at most [`MOST_ENTRIES`] entries. Reading a longer one fails at the first entry that
/// is too many.
#[derive(Debug)]
pub(super) struct BoundedList<T>(Vec<T>);

impl<T> Default for BoundedList<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> BoundedList<T> {
    pub(super) const fn len(&self) -> usize {
        self.0.len()
    }
}

impl<T> IntoIterator for BoundedList<T> {
    type Item = T;
    type IntoIter = vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for BoundedList<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(ListVisitor(PhantomData))
    }
}

struct ListVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ListVisitor<T> {
    type Value = BoundedList<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of at most {MOST_ENTRIES} entries")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let mut list = Vec::new();
        while let Some(entry) = entries.next_element()? {
            if list.len() == MOST_ENTRIES {
                return Err(A::Error::invalid_length(list.len() + 1, &self));
            }
            list.push(entry);
        }
        Ok(BoundedList(list))
    }
}
