//! Web search: [`SearchClient`] sends queries to one service, retries them, and caches results for
//! a minute.
//!
//! A `SearchBackend` knows only the requests and responses of its
//! service. A new one is a file and a name in [`SearchService`]; sending, retrying and caching are
//! the same for all. `vectors` searches one's own documents instead.

mod backend;
mod brave;
mod hit;
mod search_client;
mod search_service;
mod searxng;
mod tavily;
#[cfg(test)]
mod tests;

pub use backend::{Query, Recency, SearchError};
pub use hit::Hit;
pub use search_client::SearchClient;
pub use search_service::{SearchService, ServiceError};
