//! [`Auth`]: how requests prove who sends them, with their [`Credential`]s.

use std::fmt;

use toolwright::ToolError;
use toolwright_base::{CodedText, Redactor};
use zeroize::Zeroizing;

use crate::{
    jsonc::{Fields, Node},
    sealing::{Place, SealedText, SecretKeys},
    texts,
};

/// How requests prove who sends them.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Auth {
    Bearer {
        token: Credential,
    },
    Basic {
        username: String,
        password: Credential,
    },
    ApiKey {
        name: String,
        place: KeyPlace,
        value: Credential,
    },
    /// A token of an OAuth server, for this program and not for a person.
    ClientCredentials {
        token_url: String,
        client_id: String,
        client_secret: Credential,
        scope: Option<String>,
    },
}

/// The place in which a tool gets an API key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyPlace {
    /// A header of its requests.
    Header,
    /// The query of its requests.
    Query,
    /// A variable of its program.
    Variable,
    /// An argument of the tool that it stands for.
    Argument,
}

/// How the tools of a kind use their credentials.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum CredentialUse {
    /// They send requests: every form of `auth`, with a key in `header` or `query`.
    Request,
    /// They run a program, which gets a key as a variable.
    Variable,
    /// They call another tool, which gets a key as an argument.
    Argument,
}

impl CredentialUse {
    /// Returns what is wrong with `auth` for a tool of the kind `kind`, if something is.
    pub(crate) fn problem(self, kind: &str, auth: &Auth) -> Option<CodedText> {
        let place = match auth {
            Auth::ApiKey { place, .. } => Some(*place),
            _ => None,
        };
        Some(match (self, place) {
            (Self::Request, None | Some(KeyPlace::Header | KeyPlace::Query))
            | (Self::Variable, Some(KeyPlace::Variable))
            | (Self::Argument, Some(KeyPlace::Argument)) => return None,
            (Self::Request, _) => texts::credential_in_request(kind, "header"),
            (Self::Variable, _) => texts::credential_in_variable(kind, "variable"),
            (Self::Argument, _) => texts::credential_in_argument(kind, "argument"),
        })
    }
}

/// The secret part of an `auth`, sealed or as an author wrote it.
#[derive(Clone)]
pub struct Credential {
    field: &'static str,
    text: Zeroizing<String>,
}

impl fmt::Debug for Credential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Redactor::MASK)
    }
}

impl Credential {
    /// Creates the credential in this field.
    fn new(field: &'static str, text: &str) -> Self {
        Self {
            field,
            text: Zeroizing::new(text.to_owned()),
        }
    }

    /// Returns the credential of a tool. It is overwritten in memory when it is dropped.
    ///
    /// # Errors
    /// If it was sealed with another key, or for another tool.
    pub fn open(&self, tool: &str, keys: &SecretKeys) -> Result<Zeroizing<String>, ToolError> {
        let Some(sealed) = SealedText::of(&self.text) else {
            return Ok(self.text.clone());
        };
        let place = Place {
            record: tool,
            field: self.field,
        };
        sealed.open(keys, place).map_err(|error| {
            let field = self.field;
            ToolError::failed(format!(
                "the credential `{field}` of `{tool}` cannot be read: {error}"
            ))
        })
    }
}

impl Auth {
    /// Reads an `auth`.
    pub(crate) fn read(node: &Node<'_>) -> Option<Self> {
        let fields = node.object()?;
        let kind = fields.required(&["type"])?;
        let text = |name| fields.required(&[name]).and_then(|node| words(&node));
        let auth = match kind.text()? {
            "bearer" => credential(&fields, "token").map(|token| Self::Bearer { token }),
            "basic" => {
                let parts = text("username").zip(credential(&fields, "password"));
                parts.map(|(username, password)| Self::Basic { username, password })
            }
            "api_key" => api_key(&fields),
            "oauth_client_credentials" => {
                let scope = fields.take(&["scope"]).and_then(|node| words(&node));
                let (url, id) = (text("token_url"), text("client_id"));
                let secret = credential(&fields, "client_secret");
                url.zip(id)
                    .zip(secret)
                    .map(
                        |((token_url, client_id), client_secret)| Self::ClientCredentials {
                            token_url,
                            client_id,
                            client_secret,
                            scope,
                        },
                    )
            }
            other => {
                kind.problem(texts::unknown_auth_type(other));
                return None;
            }
        };
        fields.finish();
        auth
    }
}

fn api_key(fields: &Fields<'_>) -> Option<Auth> {
    let name = fields.required(&["name"]).and_then(|node| words(&node));
    let place = match fields.take(&["in"]) {
        None => Some(KeyPlace::Header),
        Some(node) => match node.text()? {
            "header" => Some(KeyPlace::Header),
            "query" => Some(KeyPlace::Query),
            "variable" => Some(KeyPlace::Variable),
            "argument" => Some(KeyPlace::Argument),
            other => {
                node.problem(texts::unknown_key_place(other));
                None
            }
        },
    };
    let value = credential(fields, "value");
    Some(Auth::ApiKey {
        name: name?,
        place: place?,
        value: value?,
    })
}

fn words(node: &Node<'_>) -> Option<String> {
    node.words().map(ToOwned::to_owned)
}

fn credential(fields: &Fields<'_>, name: &'static str) -> Option<Credential> {
    let node = fields.required(&[name])?;
    // A message must not show it.
    let text = node.is_text().then(|| node.text()).flatten();
    match text {
        None => node.problem(texts::expected_text()),
        Some(text) if text.trim().is_empty() => node.problem(texts::blank_text()),
        Some(text) => return Some(Credential::new(name, text)),
    }
    None
}
