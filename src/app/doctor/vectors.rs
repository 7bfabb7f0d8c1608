//! The vector store: is the collection there, and does it fit the embeddings?

use std::time::Instant;

use super::{duration::format_duration, report::Check};
use crate::{
    app::engines::Engines,
    data::vectors::{CollectionInfo, VectorError},
};

/// Looks at the collection that is searched. The embeddings must have been looked at before, so that their dimension is known.
pub(super) async fn check(engines: &Engines, deadline: Instant) -> Check {
    let check = Check::ok("vectors", &engines.store_place);
    let start = Instant::now();
    match engines.store.describe(&engines.collection, deadline).await {
        Ok(info) => {
            let check = check.fact(format!("answers after {}", format_duration(start.elapsed())));
            fitting(with_version(check, engines, deadline).await, &info, engines)
        }
        Err(error @ VectorError::NoCollection { .. }) => {
            let check = with_version(check, engines, deadline).await;
            check.warn(format!(
                "{error}: `toolwright index --from-db` or `toolwright index FILE` fills it, `CHROMADB_COLLECTION_NAME` names another"
            ))
        }
        Err(error) => check.broken(format!("{error}: {}", advice(engines))),
    }
}

/// A server that does not tell its version may still be searched.
async fn with_version(check: Check, engines: &Engines, deadline: Instant) -> Check {
    match engines.store.version(deadline).await {
        Ok(Some(version)) => check.fact(format!("version {version}")),
        Ok(None) | Err(_) => check,
    }
}

/// A collection of other vectors than those of the model cannot be searched.
fn fitting(check: Check, info: &CollectionInfo, engines: &Engines) -> Check {
    let model = engines.embedder.model();
    let filled = info.model.as_deref().unwrap_or("a model that is not told");
    let dimension = info
        .dimension
        .map_or_else(|| "unknown".to_owned(), |dimension| dimension.to_string());
    let check = check.fact(format!(
        "collection `{}` with {} documents, {dimension} dimensions, filled with `{filled}`",
        info.name, info.count
    ));
    match (info.dimension, engines.embedder.dimension()) {
        (Some(has), Some(wanted)) if has != wanted => check.broken(format!(
            "the model `{model}` gives {wanted} dimensions: index into another collection, or use the model that this one was filled with"
        )),
        _ if info.model.as_deref().is_some_and(|filled| filled != model) => check.warn(format!(
            "it was filled with another model than `{model}`: distances mean little"
        )),
        _ if info.count == 0 => check.warn("it is empty: `toolwright index` fills it"),
        _ => check,
    }
}

const fn advice(engines: &Engines) -> &'static str {
    if engines.has_chroma {
        "check `CHROMADB_HOST`, `CHROMADB_PORT`, `CHROMADB_TENANT`, `CHROMADB_DATABASE` and `CHROMADB_TOKEN`, and that the server runs; \
         without the first, the embedded index is used"
    } else {
        "check the data folder, or name a ChromaDB server in `CHROMADB_HOST`"
    }
}
