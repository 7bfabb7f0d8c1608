//! Logging in to servers that want tokens of an authorization server: [`OAuth`].
//!
//! rmcp's state machine does the protocol: it finds the authorization server, registers this client
//! there if that is possible, proves with PKCE that the answer is for it, and renews tokens. What is
//! ours: its requests go through the guarded HTTP client, logins are kept where the program wants
//! ([`LoginStore`]), and the redirect of the browser is received on a loopback address
//! ([`LoopbackRedirect`]).
//!
//! ```no_run
//! use toolwright::client::OAuth;
//!
//! # async fn run() -> Result<(), toolwright::client::OAuthError> {
//! // Forgets the tokens of a server.
//! OAuth::new("https://tickets.example.com/mcp")?.logout().await?;
//! # Ok(())
//! # }
//! ```
//!
//! | file | content |
//! |---|---|
//! | `login` | logging in, and the tokens of requests |
//! | `store` | where a login is kept |
//! | `redirect` | the redirect of the browser |
//! | `guarded_http` | the requests of rmcp |

mod guarded_http;
mod login;
mod redirect;
mod store;

pub use login::{OAuth, OAuthError};
pub use redirect::LoopbackRedirect;
pub use store::LoginStore;
