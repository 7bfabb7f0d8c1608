//! [`LocalTools`]: the tools of the registry of this machine.

use std::sync::Arc;

use serde_json::{Map, Value};
use toolwright::cli::Failure;
use toolwright_registry::{Invalid, Record, Registry, Request, ToolSpec, ToolsFile, mask};

use super::place::{
    Change, Changed, Definitions, Draft, Noun, Put, Stored, VersionItem, put_requests,
};
use crate::app::registry::open::failure;

/// The tools of the registry of this machine.
#[derive(Debug)]
pub(in crate::app::registry) struct LocalTools<'a>(pub(in crate::app::registry) &'a Registry);

impl LocalTools<'_> {
    /// Returns definitions with what their engines know filled in.
    pub(in crate::app::registry) async fn derived(
        &self,
        specs: impl IntoIterator<Item = Arc<ToolSpec>>,
    ) -> Result<Vec<Arc<ToolSpec>>, Failure> {
        let mut drafts = Vec::new();
        for spec in specs {
            let derived = spec.derived(self.0.engines()).await.map_err(refusal)?;
            drafts.push(Arc::new(derived));
        }
        Ok(drafts)
    }

    async fn make(&self, requests: Vec<Request>) -> Result<Vec<Changed>, Failure> {
        let names: Vec<_> = requests.iter().map(|one| one.name().to_owned()).collect();
        let revisions = self.0.change(requests).await.map_err(failure)?;
        Ok(names.into_iter().zip(revisions).collect())
    }
}

impl Definitions for LocalTools<'_> {
    type Draft = Arc<ToolSpec>;

    fn noun(&self) -> Noun {
        Noun::Tool
    }

    async fn read(&self, file: &str, text: &str) -> Result<Vec<Arc<ToolSpec>>, Failure> {
        let new = ToolsFile::parse_any(file, text, self.0.engines()).map_err(refusal)?;
        self.derived(new.into_iter().map(|new| new.spec)).await
    }

    async fn find(&self, name: &str) -> Result<Option<Stored>, Failure> {
        Ok(self.0.get(name).map(|record| Stored {
            json: Some(shown(&record)),
            revision: record.revision,
        }))
    }

    async fn all(&self) -> Result<Vec<Map<String, Value>>, Failure> {
        Ok(self.0.records().iter().map(shown).collect())
    }

    async fn put(
        &self,
        puts: Vec<Put<Arc<ToolSpec>>>,
        done: &mut Vec<Changed>,
    ) -> Result<(), Failure> {
        done.extend(self.make(put_requests(puts)).await?);
        Ok(())
    }

    async fn change(&self, name: &str, change: Change) -> Result<Changed, Failure> {
        let request = change.request(name, |is_active| {
            let record = self.0.get(name).ok_or_else(|| Noun::Tool.unknown(name))?;
            Ok(Arc::new(record.spec.switched(is_active)))
        })?;
        Ok(self.make(vec![request]).await?.remove(0))
    }

    async fn versions(&self, name: &str) -> Result<Vec<VersionItem>, Failure> {
        let versions = self.0.history(name).await.map_err(failure)?;
        Ok(versions.into_iter().map(VersionItem::from).collect())
    }
}

impl Draft for Arc<ToolSpec> {
    fn name(&self) -> &str {
        ToolSpec::name(self)
    }

    fn json(&self) -> &Map<String, Value> {
        ToolSpec::json(self)
    }

    fn in_place_of(self, stored: &Map<String, Value>) -> Self {
        match (self.owner(), stored.get("owner").and_then(Value::as_str)) {
            (None, Some(owner)) => Self::new(self.with_owner(Some(owner))),
            _ => self,
        }
    }
}

fn shown(record: &Record) -> Map<String, Value> {
    let mut json = record.spec.json().clone();
    mask(&mut json);
    json
}

#[expect(clippy::needless_pass_by_value, reason = "it stands in `map_err`")]
fn refusal(invalid: Invalid) -> Failure {
    Failure::because(invalid.to_string())
}
