//! [`ResourceMetadata`]: tells clients where to get tokens.

use serde::Serialize;

/// The document of RFC 9728 that tells clients which authorization servers issue tokens for this
/// server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ResourceMetadata {
    /// The address of this server, as clients know it.
    pub resource: String,
    /// The issuers whose tokens are accepted.
    pub authorization_servers: Vec<String>,
    /// The scopes that tokens may have.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub scopes_supported: Vec<String>,
    /// How tokens are sent: in the header `Authorization` alone.
    pub bearer_methods_supported: [&'static str; 1],
}

impl ResourceMetadata {
    /// The path of the document, before the path of the resource.
    pub(crate) const PATH: &str = "/.well-known/oauth-protected-resource";

    /// Creates the document of the server at `resource`, for tokens of `issuer`.
    pub fn new(resource: impl Into<String>, issuer: impl Into<String>) -> Self {
        Self {
            resource: resource.into(),
            authorization_servers: vec![issuer.into()],
            scopes_supported: Vec::new(),
            bearer_methods_supported: ["header"],
        }
    }

    /// Returns the address of the document: the path of the resource follows the well-known one.
    pub(crate) fn address(&self) -> String {
        let (origin, _) = self.split();
        origin.to_owned() + &self.path()
    }

    /// Returns the path of the document.
    pub(crate) fn path(&self) -> String {
        let (_, path) = self.split();
        format!("{}{}", Self::PATH, path.trim_end_matches('/'))
    }

    /// Splits the address of the resource into its origin and its path.
    fn split(&self) -> (&str, &str) {
        let start = self.resource.find("://").map_or(0, |at| at + 3);
        let end = self.resource[start..].find(['/', '?']).map(|at| start + at);
        let end = end.unwrap_or(self.resource.len());
        let (origin, rest) = self.resource.split_at(end);
        (origin, rest.split('?').next().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_of_the_resource_follows_the_well_known_one() {
        let address = |resource: &str| ResourceMetadata::new(resource, "https://id.test").address();
        let expected = "https://a.test:1/.well-known/oauth-protected-resource";
        assert_eq!(address("https://a.test:1"), expected);
        assert_eq!(address("https://a.test:1/"), expected);
        assert_eq!(address("https://a.test:1/mcp"), format!("{expected}/mcp"));
    }
}
