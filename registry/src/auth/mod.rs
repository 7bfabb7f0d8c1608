//! `auth` of a tool: how its requests prove who sends them, with credentials that are sealed.
//!
//! ```json
//! {"type": "bearer", "token": "…"}
//! {"type": "basic", "username": "ada", "password": "…"}
//! {"type": "api_key", "name": "X-Api-Key", "in": "header", "value": "…"}
//! {"type": "oauth_client_credentials", "token_url": "https://…", "client_id": "…", "client_secret": "…"}
//! ```
//!
//! An author writes a credential as it is; it is sealed ([`seal`]) before it is stored anywhere.
//! Readers of a definition see `********` ([`mask`]); writing that back keeps the value.

mod auth;
mod stored;

pub(crate) use self::stored::{check_sealed, has_mask, has_plain, seal};
pub use self::{
    auth::{Auth, Credential, KeyPlace},
    stored::{is_secret, mask, rewrap},
};
