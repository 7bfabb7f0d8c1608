//! Middleware that many servers want: caching, retries, a size limit, timing.
//!
//! Each is a [`Middleware`](crate::Middleware) that a server adds with
//! [`Server::middleware`](crate::Server::middleware). The first one added is the outermost. Checks,
//! limits and records that apply to every call are the task of
//! [`Governance`](crate::govern::Governance), which runs before all middleware.
//!
//! ```
//! use std::time::Duration;
//! use toolwright::{Server, middleware::{Caching, Retry, SizeLimit, Timing}};
//!
//! let size_limit = SizeLimit::new(64 * 1024);
//! let server = Server::new("demo")
//!     .middleware(Timing)
//!     .middleware(Caching::new().keep("get_*", Duration::from_secs(60)))
//!     .resources([size_limit.pages()])
//!     .middleware(size_limit)
//!     .middleware(Retry::new(2));
//! ```

mod caching;
mod retry;
mod size_limit;
mod timing;

pub use self::{caching::Caching, retry::Retry, size_limit::SizeLimit, timing::Timing};
