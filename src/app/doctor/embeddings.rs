//! The embedder: does it return a vector?

use std::time::Instant;

use super::report::Check;
use crate::app::{duration::format_duration, engines::Engines};

/// Two texts, so that the second is not in the cache.
const TEXTS: [&str; 2] = ["is anybody there", "and how fast"];

/// Embeds one text after the other and measures both.
pub(super) async fn check(engines: &Engines, deadline: Instant) -> Check {
    let embedder = &engines.embedder;
    let check = Check::ok("embeddings", &engines.embedder_place)
        .fact(format!("model `{}`", embedder.model()));
    let mut times = Vec::new();
    for text in TEXTS {
        let start = Instant::now();
        if let Err(error) = embedder.embed(&[text.to_owned()], deadline).await {
            return check.broken(format!("{error}: {}", advice(engines)));
        }
        times.push(format_duration(start.elapsed()));
    }
    let dimension = embedder.dimension().unwrap_or_default();
    check.fact(format!("{dimension} dimensions")).fact(format!(
        "first answer after {}, then after {}",
        times[0], times[1]
    ))
}

const fn advice(engines: &Engines) -> &'static str {
    if engines.has_embedding_server {
        "check `TEXT_EMBEDDING_MODEL_URL`, `TEXT_EMBEDDING_MODEL_NAME` and `TEXT_EMBEDDING_API_KEY`, and that the server runs; without the \
         first, the embedded encoder is used"
    } else {
        "configure a server in `TEXT_EMBEDDING_MODEL_URL`"
    }
}
