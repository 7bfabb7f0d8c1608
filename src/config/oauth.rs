//! [`OAuthSettings`]: the authorization server whose tokens are accepted.

use toolwright_access::check_issuer;

use super::{error::ConfigError, settings::Settings};

/// The settings of the authorization server whose tokens are accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OAuthSettings {
    pub(crate) issuer: String,
    /// What tokens must name in `aud`.
    pub(crate) audience: String,
    /// The address of the server as clients know it, if it is not the audience.
    pub(crate) resource: Option<String>,
    /// The scopes that every token must have.
    pub(crate) scopes: Vec<String>,
    pub(crate) user_claim: String,
    pub(crate) role_claim: Option<String>,
}

impl OAuthSettings {
    /// Reads the settings. Returns `None` if no issuer is configured.
    pub(super) fn read(settings: &Settings) -> Result<Option<Self>, ConfigError> {
        let Some(issuer) = settings.read_if("TOOLWRIGHT_OAUTH_ISSUER", issuer)? else {
            return Ok(None);
        };
        let resource = settings.read_if("TOOLWRIGHT_OAUTH_RESOURCE", address)?;
        let audience = settings.text("TOOLWRIGHT_OAUTH_AUDIENCE");
        let audience = audience.or_else(|| resource.clone()).ok_or_else(|| {
            let needed =
                "it is what tokens for this server have as `aud`, for instance its address";
            settings.refuse("TOOLWRIGHT_OAUTH_AUDIENCE", needed)
        })?;
        let scopes = settings.text("TOOLWRIGHT_OAUTH_SCOPES").unwrap_or_default();
        let separators = |letter: char| letter == ',' || letter.is_whitespace();
        let scopes = scopes.split(separators).filter(|scope| !scope.is_empty());
        Ok(Some(Self {
            issuer,
            audience,
            resource,
            scopes: scopes.map(str::to_owned).collect(),
            user_claim: settings
                .text("TOOLWRIGHT_OAUTH_USER_CLAIM")
                .unwrap_or_default(),
            role_claim: settings.text("TOOLWRIGHT_OAUTH_ROLE_CLAIM"),
        }))
    }
}

fn issuer(text: &str) -> Result<String, String> {
    check_issuer(text).map_err(str::to_owned)?;
    Ok(text.to_owned())
}

fn address(text: &str) -> Result<String, String> {
    let is_address = text.starts_with("https://") || text.starts_with("http://");
    match is_address {
        true => Ok(text.to_owned()),
        false => Err("expected the address of this server, `https://…/mcp`".to_owned()),
    }
}
