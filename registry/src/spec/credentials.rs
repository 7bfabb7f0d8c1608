//! The credentials in a definition: sealed, masked, or as somebody wrote them.

use super::tool_spec::ToolSpec;
use crate::{
    auth,
    jsonc::{Invalid, Problems},
    kinds::Engines,
    texts,
};

impl ToolSpec {
    /// Returns the definition with its credentials sealed. A mask keeps the one of `before`.
    ///
    /// # Errors
    /// If a credential has no value to keep, or there is no key.
    pub fn sealed(&self, before: Option<&Self>, engines: &Engines) -> Result<Self, Invalid> {
        let mut json = self.json().clone();
        let before = before.map(Self::json);
        if let Err(field) = auth::seal(&mut json, self.name(), before, &engines.secrets) {
            let problems = Problems::of("");
            let message = match engines.secrets.has_key() {
                true => texts::no_kept_credential(),
                false => texts::no_sealing_key(),
            };
            problems.add(0, format!("auth.{field}"), message);
            return problems.into_result(self.name(), None);
        }
        Self::of_json(self.name(), &json, engines)
    }

    /// Refuses a credential that looks sealed and cannot be opened here. Nobody could use it, and the
    /// keys could not be rotated.
    ///
    /// # Errors
    /// Names the credential.
    pub(crate) fn check_sealed(&self, engines: &Engines) -> Result<(), Invalid> {
        let Err((field, why)) = auth::check_sealed(self.json(), self.name(), &engines.secrets)
        else {
            return Ok(());
        };
        let problems = Problems::of("");
        let message = texts::not_sealed_by_this_server(why.to_string());
        problems.add(0, format!("auth.{field}"), message);
        problems.into_result(self.name(), None)
    }

    /// Returns whether a credential of it is not sealed.
    pub fn has_plain_credential(&self) -> bool {
        auth::has_plain(self.json())
    }

    /// Returns whether a credential of it stands for one that is stored.
    pub fn has_mask(&self) -> bool {
        auth::has_mask(self.json())
    }
}
