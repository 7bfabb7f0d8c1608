//! The PostgreSQL inside of a program that was built without one.

use std::path::PathBuf;

use super::{super::place::Place, Version};
use crate::data::postgres::cluster::ClusterError;

/// What to say where there is none.
pub(super) const ABSENCE: &str =
    "this program was built without one (the feature `embedded-postgres`)";

pub(super) const fn offers(_: &Place) -> Vec<(Version, Option<PathBuf>)> {
    Vec::new()
}

/// Not called, since there is no version.
pub(super) fn folder(_: &Place) -> Result<PathBuf, ClusterError> {
    Err(ClusterError::NoRuntime {
        searched: ABSENCE.to_owned(),
    })
}
