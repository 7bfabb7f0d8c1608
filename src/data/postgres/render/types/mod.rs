//! The types of columns.

mod builtin;
mod cache;

pub(in crate::data::postgres) use cache::{Catalogue, Known, TYPES_SQL};

/// The numbers and names of the types that are known without asking.
#[cfg(test)]
pub(super) fn builtin_names() -> Vec<(u32, String)> {
    let all = builtin::all().iter();
    all.map(|(number, known)| (*number, known.name.to_string()))
        .collect()
}
