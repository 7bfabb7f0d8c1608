//! Searching the web: [`SearchClient`] asks one [`SearchBackend`](backend::SearchBackend), tries again where that may help, and remembers answers for a minute.
//!
//! A backend knows only how a question and its answer are written, so a new one is a file of its own and a name in
//! [`SearchService`]; sending, waiting and remembering are the same for all.

mod backend;
mod brave;
mod cache;
mod date;
mod error;
mod hit;
mod search_client;
mod search_service;
mod searxng;
mod tavily;
#[cfg(test)]
mod tests;

pub(crate) use backend::{Query, Recency};
pub(crate) use error::SearchError;
pub(crate) use hit::Hit;
pub(crate) use search_client::SearchClient;
pub(crate) use search_service::{SearchService, ServiceError};
