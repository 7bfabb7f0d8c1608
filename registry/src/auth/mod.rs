//! `auth` of a tool: how its requests prove who sends them, with credentials that are sealed.
//!
//! ```json
//! {"type": "bearer", "token": "…"}
//! {"type": "basic", "username": "ada", "password": "…"}
//! {"type": "api_key", "name": "X-Api-Key", "in": "header", "value": "…"}
//! {"type": "api_key", "name": "API_TOKEN", "in": "variable", "value": "…"}
//! {"type": "oauth_client_credentials", "token_url": "https://…", "client_id": "…", "client_secret": "…"}
//! ```
//!
//! A tool that sends requests has it in a header or in the query, one that runs a program in a
//! `variable`, a `builtin` one in an `argument`.
//!
//! An author writes a credential as it is; it is sealed ([`seal`]) before it is stored anywhere.
//! Readers of a definition see `********` ([`mask`]); writing that back keeps the value.

mod auth;
mod named;
mod stored;

pub use self::{
    auth::{Auth, Credential, CredentialUse, KeyPlace},
    stored::{is_secret, mask, rewrap},
};
pub(crate) use self::{
    named::{NamedCredential, refuse_plain},
    stored::{check_sealed, has_mask, has_plain, seal},
};
