//! The embedder: does it return a vector?

use std::time::Instant;

use toolwright_base::CodedText;

use super::report::Check;
use crate::admin::texts::health as texts;
use crate::app::{duration::format_duration, engines::Engines};

/// Two texts, so that the second is not in the cache.
const TEXTS: [&str; 2] = ["is anybody there", "and how fast"];

/// Embeds one text after the other and measures both.
pub(super) async fn check(engines: &Engines, deadline: Instant) -> Check {
    let embedder = &engines.embedder;
    let check = Check::ok("embeddings", engines.embedder_place.as_str())
        .fact(texts::embedding_model(embedder.model()));
    let mut times = Vec::new();
    for text in TEXTS {
        let start = Instant::now();
        if let Err(error) = embedder.embed(&[text.to_owned()], deadline).await {
            return check.broken(texts::advice(error.to_string(), advice(engines)));
        }
        times.push(format_duration(start.elapsed()));
    }
    let dimension = embedder.dimension().unwrap_or_default();
    check
        .fact(texts::dimensions(dimension))
        .fact(texts::first_answer(&times[0], &times[1]))
}

fn advice(engines: &Engines) -> CodedText {
    if engines.has_embedding_server {
        texts::check_embedding_server()
    } else {
        texts::configure_embedding_server()
    }
}
