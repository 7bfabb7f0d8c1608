//! [`Documents`]: fetches documents and has them parsed.

use std::time::{Duration, Instant};

use reqwest::{Method, Request, header::CONTENT_TYPE};
use toolwright::call::Origin;
use toolwright_base::mask_passwords;
use toolwright_http::{AddressPolicy, HttpClient, HttpError, HttpResponse, RequestLimits};
use url::Url;

use super::{
    content::Content,
    document::Document,
    error::DocumentError,
    folder::{FileError, Folder},
    parser::DocumentParser,
    selection::{ParseJob, RequestedPart},
};

/// The most redirects that are followed.
const REDIRECTS: usize = 5;
/// How long fetching a document may take.
const FETCH_TIME: Duration = Duration::from_secs(20);

/// Reads documents from a folder, from the web or from memory.
#[derive(Debug)]
pub struct Documents {
    parser: DocumentParser,
    folder: Option<Folder>,
    client: HttpClient,
}

/// The source of a document.
#[derive(Debug, Clone)]
pub enum Source {
    /// A file in the folder.
    Path(String),
    /// A file on the web.
    Url(String),
    /// The document itself in Base64.
    Base64 {
        text: String,
        /// The file name, if it is known.
        name: Option<String>,
    },
}

/// The error of a document that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// No folder is configured.
    #[error("no folder with documents is configured")]
    NoFolder,
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The text is not a URL.
    #[error("`{0}` is not a URL")]
    NotAUrl(String),
    /// The request failed.
    #[error(transparent)]
    Http(#[from] HttpError),
    /// The response has another status than success.
    #[error("`{host}` answered {status}")]
    Status {
        host: String,
        status: reqwest::StatusCode,
    },
    /// The document cannot be parsed.
    #[error(transparent)]
    Document(#[from] DocumentError),
}

/// The content of a document, and what is known about it.
struct FetchedDocument {
    content: Content,
    name: Option<String>,
    content_type: Option<String>,
}

impl Documents {
    /// Creates an engine that reads files of `folder`, if there is one, and from the web within
    /// `reach`.
    pub fn new(parser: DocumentParser, folder: Option<Folder>, reach: AddressPolicy) -> Self {
        Self {
            parser,
            folder,
            client: HttpClient::new(reach, REDIRECTS),
        }
    }

    /// Reads and parses a document for `caller`.
    ///
    /// # Errors
    /// If it does not exist, may not be read, or cannot be parsed.
    pub async fn read(
        &self,
        source: Source,
        wanted: RequestedPart,
        caller: Origin,
    ) -> Result<Document, SourceError> {
        let found = match source {
            Source::Path(path) => self.open(path).await?,
            Source::Url(url) => self.fetch(&url).await?,
            Source::Base64 { text, name } => FetchedDocument {
                content: Content::Base64(text),
                name,
                content_type: None,
            },
        };
        let job = ParseJob {
            name: found.name,
            content_type: found.content_type,
            wanted,
            // Known when it is decoded.
            size: 0,
            limits: self.parser.limits().clone(),
        };
        Ok(self.parser.parse(found.content, job, caller).await?)
    }

    async fn open(&self, path: String) -> Result<FetchedDocument, SourceError> {
        let folder = self.folder.clone().ok_or(SourceError::NoFolder)?;
        let most = self.parser.limits().max_input;
        let name = path.clone();
        let read = tokio::task::spawn_blocking(move || folder.read(&path, most));
        let bytes = read.await.map_err(DocumentError::damaged)??;
        Ok(FetchedDocument {
            content: Content::Bytes(bytes),
            name: Some(name),
            content_type: None,
        })
    }

    async fn fetch(&self, url: &str) -> Result<FetchedDocument, SourceError> {
        let shown = || mask_passwords(url).unwrap_or_else(|| url.to_owned());
        let url = Url::parse(url).map_err(|_| SourceError::NotAUrl(shown()))?;
        let limits = RequestLimits {
            most_bytes: self.parser.limits().max_input,
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

impl From<HttpResponse> for FetchedDocument {
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
            content: Content::Bytes(fetched.body.into()),
        }
    }
}
