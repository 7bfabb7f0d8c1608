//! [`Folder`]: a registry's folder for one test.

use std::{env, fs, path::PathBuf, sync::Arc};

use serde_json::{Value, json};
use toolwright_base::token;

use crate::{
    agent::Agent,
    definition::Definition,
    spec::ToolSpec,
    store::{ChangeKind, Edit, Expected, FileStore, Store as _},
    tests::engines,
};

/// A folder that is gone when the test is over.
#[derive(Debug)]
pub(super) struct Folder(pub(super) PathBuf);

impl Folder {
    /// Creates a folder with a `tools.json`.
    pub(super) fn with(tools: &str) -> Self {
        let path = env::temp_dir().join(format!("toolwright-store-{}", token::random()));
        fs::create_dir(&path).unwrap();
        fs::write(path.join("tools.json"), tools).unwrap();
        Self(path)
    }

    pub(super) fn store(&self) -> FileStore {
        FileStore::new(&self.0, engines(&self.0))
    }

    pub(super) fn agents(&self) -> FileStore<Agent> {
        FileStore::of_agents(&self.0)
    }

    pub(super) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }

    pub(super) fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).unwrap();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A definition of which tests make many.
pub(super) trait Sample: Definition {
    /// Returns one of this name that says `value`.
    fn sample(name: &str, value: &str) -> Arc<Self>;
}

impl Sample for ToolSpec {
    fn sample(name: &str, value: &str) -> Arc<Self> {
        spec(name, value)
    }
}

impl Sample for Agent {
    fn sample(name: &str, value: &str) -> Arc<Self> {
        let json = json!({
            "name": name, "model_provider": "openai", "model_name": "m", "system_prompt": value,
            "tools": ["calculator"],
        });
        Arc::new(Self::parse(name, &json.to_string()).unwrap())
    }
}

/// Returns a definition whose result is `value`.
pub(super) fn spec(name: &str, value: &str) -> Arc<ToolSpec> {
    let json = json!({
        "name": name, "type": "expression", "description": "d", "config": {"expression": value},
    });
    let spec = ToolSpec::parse(name, &json.to_string(), &engines(std::path::Path::new("/")));
    Arc::new(spec.unwrap())
}

pub(super) fn put<D: Sample>(name: &str, value: &str, expected: Expected) -> Edit<D> {
    Edit {
        name: name.to_owned(),
        spec: Some(D::sample(name, value)),
        expected,
        change: ChangeKind::Update,
        by: "ada".into(),
    }
}

pub(super) fn remove<D>(name: &str) -> Edit<D> {
    Edit {
        name: name.to_owned(),
        spec: None,
        expected: Expected::Present,
        change: ChangeKind::Remove,
        by: "ada".into(),
    }
}

/// Returns the name, the expression and the revision of every definition.
pub(super) async fn contents(store: &FileStore) -> Vec<(String, Value, u64)> {
    let records = store.load().await.unwrap();
    let shown = records.iter().map(|record| {
        let expression = record.spec.json()["config"]["expression"].clone();
        (record.spec.name().to_owned(), expression, record.revision)
    });
    shown.collect()
}
