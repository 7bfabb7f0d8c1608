//! The vector store: does the collection exist, and does it fit the embedder?

use std::time::Instant;

use toolwright_base::{CodedText, TextParam};
use toolwright_engines::vectors::{CollectionInfo, VectorError};

use super::report::Check;
use crate::admin::texts::health as texts;
use crate::app::{duration::format_duration, engines::Engines};

/// The oldest version of ChromaDB that works. Servers before 0.6 have no API v2.
const OLDEST: [u32; 3] = [0, 6, 3];

/// Checks the collection that is searched. The embedder must have been checked before, so that its
/// dimension is known.
pub(super) async fn check(engines: &Engines, deadline: Instant) -> Check {
    let check = Check::ok("vectors", engines.store_place.as_str());
    let start = Instant::now();
    match engines.store.describe(&engines.collection, deadline).await {
        Ok(info) => {
            let check = check.fact(texts::answers_after(format_duration(start.elapsed())));
            with_collection(with_version(check, engines, deadline).await, &info, engines)
        }
        Err(error @ VectorError::NoCollection { .. }) => {
            let check = with_version(check, engines, deadline).await;
            check.warn(texts::advice(error.to_string(), texts::fill_collection()))
        }
        Err(error @ VectorError::TooOld { .. }) => check.broken(error.to_string()),
        Err(error) => check.broken(texts::advice(error.to_string(), advice(engines))),
    }
}

/// Adds the version of the server, if it reports one.
async fn with_version(check: Check, engines: &Engines, deadline: Instant) -> Check {
    match engines.store.version(deadline).await {
        Ok(Some(version)) if is_supported(&version) => check.fact(texts::version(version)),
        Ok(Some(version)) => check.warn(texts::version_not_supported(version)),
        Ok(None) | Err(_) => check,
    }
}

/// Returns whether this version of ChromaDB has the API that is used. A version in another form is
/// not judged.
fn is_supported(version: &str) -> bool {
    let parts = version.trim_start_matches('v').split('.');
    let parts: Option<Vec<u32>> = parts.map(|part| part.parse().ok()).collect();
    parts.is_none_or(|parts| parts.as_slice() >= OLDEST.as_slice())
}

/// Adds the facts of the collection, and whether the vectors of the embedder fit it.
fn with_collection(check: Check, info: &CollectionInfo, engines: &Engines) -> Check {
    let model = engines.embedder.model();
    let filled = info.model.as_deref();
    let filled = filled.map_or_else(|| texts::unknown_model().into(), TextParam::from);
    let dimension = info
        .dimension
        .map_or_else(|| texts::unknown().into(), TextParam::from);
    let check = check.fact(texts::collection(&info.name, info.count, dimension, filled));
    match (info.dimension, engines.embedder.dimension()) {
        (Some(has), Some(wanted)) if has != wanted => {
            check.broken(texts::other_dimension(model, wanted))
        }
        _ if info.model.as_deref().is_some_and(|filled| filled != model) => {
            check.warn(texts::filled_with_other_model(model))
        }
        _ if info.count == 0 => check.warn(texts::collection_empty()),
        _ => check,
    }
}

fn advice(engines: &Engines) -> CodedText {
    if engines.has_chroma {
        texts::check_vector_server()
    } else {
        texts::check_data_folder()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_before_the_first_are_not_supported() {
        let versions = ["0.6.3", "1.0.0", "1.5.9", "2.0", "v1.1", "nightly", ""];
        assert_eq!(versions.map(is_supported), [true; 7]);
        assert_eq!(["0.6.2", "0.4.24", "v0.5"].map(is_supported), [false; 3]);
    }
}
