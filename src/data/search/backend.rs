//! [`SearchBackend`]: how one search service is asked, and how it answers.

use std::fmt;

use reqwest::{Request, StatusCode};

use super::hit::Hit;
use crate::data::http::ApiKey;

/// A question to the web.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Query {
    /// The words.
    pub(crate) text: String,
    /// The most results that are wanted.
    pub(crate) limit: usize,
    /// How old results may be.
    pub(crate) recency: Option<Recency>,
}

/// How old results may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Recency {
    /// A day.
    Day,
    /// A week.
    Week,
    /// A month.
    Month,
    /// A year.
    Year,
}

impl Recency {
    /// The word that most services have for it.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Day => "day",
            Self::Week => "week",
            Self::Month => "month",
            Self::Year => "year",
        }
    }
}

/// How one search service is asked, and how it answers.
pub(crate) trait SearchBackend: fmt::Debug + Send + Sync {
    /// Its name, for messages and results.
    fn name(&self) -> &'static str;

    /// The key that is sent, if there is one: it must not show up in any message.
    fn key(&self) -> Option<&ApiKey>;

    /// The request that asks `query`.
    fn request(&self, query: &Query) -> Request;

    /// The results in the body of a successful answer, as they come.
    ///
    /// # Errors
    /// When the body is not what the service documents.
    fn hits(&self, body: &[u8]) -> serde_json::Result<Vec<Hit>>;

    /// What an answer that is no success says.
    fn error_response(&self, status: StatusCode, body: &[u8]) -> ErrorResponse;
}

/// What an answer that is no success says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ErrorResponse {
    /// The key is wrong, missing, or used up: the same question will not be answered later either.
    Key(Option<String>),
    /// Anything else, in the service's own words where there are some.
    Other(Option<String>),
}
