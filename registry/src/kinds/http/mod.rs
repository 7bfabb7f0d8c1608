//! `http`: sends a request to a web service.
//!
//! ```json
//! {"type": "http", "config": {"base_url": "https://api.example.com", "method": "GET",
//!      "path": "/users/{id}", "response": "/name"},
//!  "parameters": [{"name": "id", "type": "string"}],
//!  "auth": {"type": "bearer", "token": "…"}}
//! ```
//!
//! `{name}` in the path is encoded as a segment. Arguments that have no place in `path`, `query`,
//! `headers` or `body` go to the query (GET, HEAD, DELETE), or into a JSON object that is the body.
//! JSON comes back as a value, of which `response` picks a part by its JSON pointer; text as text; the
//! rest as an embedded resource. A status of 400 and above is an error with the words of the server;
//! 429 and 503 are tried again where the method allows it.
//!
//! The client is the guarded one: private addresses are refused unless an administrator lists the
//! host, redirects are not followed, and sizes are bounded.

mod authorize;
mod body;
mod body_type;
mod clients;
mod config;
mod hidden;
mod kind;
mod request;
mod response;
mod run;

pub use self::clients::{HttpClients, PrivateHost};
pub(super) use self::{hidden::Hidden, kind::HttpKind};
