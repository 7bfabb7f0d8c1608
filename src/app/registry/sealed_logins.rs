//! [`SealedLogins`]: keeps the logins to other MCP servers in a file, sealed.

use std::sync::Arc;

use toolwright::client::LoginStore;
use toolwright_gateway::Logins;
use toolwright_registry::SealedTexts;

/// The logins of a folder.
#[derive(Debug, Clone)]
pub(super) struct SealedLogins(pub(super) SealedTexts);

impl Logins for SealedLogins {
    fn of(&self, server: &str) -> Arc<dyn LoginStore> {
        Arc::new(SealedLogin {
            texts: self.0.clone(),
            server: server.to_owned(),
        })
    }
}

/// The login to one server.
struct SealedLogin {
    texts: SealedTexts,
    server: String,
}

impl LoginStore for SealedLogin {
    fn load(&self) -> Result<Option<String>, String> {
        self.texts
            .get(&self.server)
            .map_err(|error| error.to_string())
    }

    fn save(&self, login: &str) -> Result<(), String> {
        let saved = self.texts.set(&self.server, Some(login));
        saved.map_err(|error| error.to_string())
    }

    fn clear(&self) -> Result<(), String> {
        let cleared = self.texts.set(&self.server, None);
        cleared.map_err(|error| error.to_string())
    }
}
