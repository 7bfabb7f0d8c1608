//! [`Documents`]: from where a document is to what it says.

use std::time::{Duration, Instant};

use reqwest::{Method, Request, header::CONTENT_TYPE};
use url::Url;

use super::{
    document::Document,
    error::DocumentError,
    folder::{FileError, Folder},
    job::{Job, Wanted},
    parser::DocumentParser,
};
use crate::data::http::{self, AddressPolicy, HttpClient, HttpError, HttpResponse};

/// How many redirects are followed to a document.
const REDIRECTS: usize = 5;
/// How long a document may take to arrive.
const FETCH_TIME: Duration = Duration::from_secs(20);

/// Reads documents.
#[derive(Debug)]
pub(crate) struct Documents {
    parser: DocumentParser,
    folder: Option<Folder>,
    client: HttpClient,
}

/// Where a document is.
#[derive(Debug, Clone)]
pub(crate) enum Source {
    /// In the folder.
    Path(String),
    /// On the web.
    Url(String),
    /// Here.
    Bytes {
        /// The document.
        bytes: Vec<u8>,
        /// Its file name, if it has one.
        name: Option<String>,
    },
}

/// Why there is no document.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SourceError {
    /// No folder was given.
    #[error("no folder with documents is configured")]
    NoFolder,
    /// Not in the folder.
    #[error(transparent)]
    File(#[from] FileError),
    /// Not a URL.
    #[error("`{0}` is not a URL")]
    NotAUrl(String),
    /// Not on the web.
    #[error(transparent)]
    Http(#[from] HttpError),
    /// The web has something else.
    #[error("`{host}` answered {status}")]
    Status {
        /// Who.
        host: String,
        /// What.
        status: reqwest::StatusCode,
    },
    /// It is there, and cannot be read.
    #[error(transparent)]
    Document(#[from] DocumentError),
}

/// A document's bytes, and what is known about them.
struct Found {
    bytes: Vec<u8>,
    name: Option<String>,
    content_type: Option<String>,
}

impl Documents {
    /// Reads documents below `folder`, if one is given, and from the web as far as `reach`.
    pub(crate) fn new(parser: DocumentParser, folder: Option<Folder>, reach: AddressPolicy) -> Self {
        Self {
            parser,
            folder,
            client: HttpClient::new(reach, REDIRECTS),
        }
    }

    /// Reads a document.
    ///
    /// # Errors
    /// When it is not there, may not be read, or cannot be read.
    pub(crate) async fn read(
        &self,
        source: Source,
        wanted: Wanted,
    ) -> Result<Document, SourceError> {
        let found = match source {
            Source::Path(path) => self.open(path).await?,
            Source::Url(url) => self.fetch(&url).await?,
            Source::Bytes { bytes, name } => Found {
                bytes,
                name,
                content_type: None,
            },
        };
        let limits = self.parser.limits().clone();
        if found.bytes.len() > limits.most_input {
            let most = limits.most_input;
            let reason = format!("it has more than {most} bytes");
            return Err(DocumentError::TooLarge(reason).into());
        }
        let job = Job {
            name: found.name,
            content_type: found.content_type,
            wanted,
            size: found.bytes.len(),
            limits,
        };
        Ok(self.parser.parse(&found.bytes, &job).await?)
    }

    async fn open(&self, path: String) -> Result<Found, SourceError> {
        let folder = self.folder.clone().ok_or(SourceError::NoFolder)?;
        let most = self.parser.limits().most_input;
        let name = path.clone();
        let read = tokio::task::spawn_blocking(move || folder.read(&path, most));
        let bytes = read.await.map_err(DocumentError::damaged)??;
        Ok(Found {
            bytes,
            name: Some(name),
            content_type: None,
        })
    }

    async fn fetch(&self, url: &str) -> Result<Found, SourceError> {
        let url = Url::parse(url).map_err(|_| SourceError::NotAUrl(url.to_owned()))?;
        let limits = http::RequestLimits {
            most_bytes: self.parser.limits().most_input,
            deadline: Instant::now() + FETCH_TIME,
        };
        let request = Request::new(Method::GET, url);
        let fetched = self.client.send(request, limits).await?;
        if !fetched.status.is_success() {
            return Err(SourceError::Status {
                host: fetched.url.host_str().unwrap_or_default().to_owned(),
                status: fetched.status,
            });
        }
        Ok(fetched.into())
    }
}

impl From<HttpResponse> for Found {
    fn from(fetched: HttpResponse) -> Self {
        let content_type = fetched.headers.get(CONTENT_TYPE);
        let content_type = content_type.and_then(|value| value.to_str().ok());
        Self {
            name: fetched
                .url
                .path_segments()
                .and_then(Iterator::last)
                .map(ToOwned::to_owned),
            content_type: content_type.map(ToOwned::to_owned),
            bytes: fetched.body.into(),
        }
    }
}
