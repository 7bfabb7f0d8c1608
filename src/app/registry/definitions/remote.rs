//! [`RemoteDefinitions`]: the tools or the agents of a server elsewhere, over its REST API.

use reqwest::Method;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use toolwright::cli::Failure;
use toolwright_base::visible_line;
use toolwright_registry::{Agent, Invalid, SentTools};

use super::place::{Change, Changed, Definitions, Draft, Noun, Put, Stored, VersionItem};
use crate::app::remote::RemoteServer;

/// The tools or the agents of a server elsewhere.
#[derive(Debug)]
pub(in crate::app::registry) struct RemoteDefinitions<'a> {
    server: &'a RemoteServer,
    noun: Noun,
}

impl<'a> RemoteDefinitions<'a> {
    pub(in crate::app::registry) const fn tools(server: &'a RemoteServer) -> Self {
        Self {
            server,
            noun: Noun::Tool,
        }
    }

    pub(in crate::app::registry) const fn agents(server: &'a RemoteServer) -> Self {
        Self {
            server,
            noun: Noun::Agent,
        }
    }

    /// Returns the path of the list in the API.
    const fn list(&self) -> &'static str {
        match self.noun {
            Noun::Tool => "tools",
            Noun::Agent => "agents",
        }
    }

    /// Lets the server check tools. Returns what it would store, or the problems with their places in the text.
    pub(in crate::app::registry) async fn check(
        &self,
        tools: &SentTools<'_>,
    ) -> Result<Result<Vec<Map<String, Value>>, Invalid>, Failure> {
        let (mut checked, mut findings) = (Vec::new(), Vec::new());
        for (index, definition) in tools.definitions.iter().enumerate() {
            let body = json!({"spec": definition});
            let mut answer = self.server.post(&["tools", "check"], &body).await?;
            let found = answer["problems"].take();
            let found: Vec<CheckFinding> = serde_json::from_value(found).unwrap_or_default();
            let found = found.into_iter();
            findings.extend(found.map(|one| {
                let (path, message) = (visible_line(&one.path), visible_line(&one.message));
                (index, path, message)
            }));
            let mut definition = definition.clone();
            let derived = answer["derived"]["output_schema"].take();
            if derived.is_object() && !definition.contains_key("output_schema") {
                definition.insert("output_schema".to_owned(), derived);
            }
            checked.push(definition);
        }
        Ok(match findings.is_empty() {
            true => Ok(checked),
            false => Err(tools.located(&findings)),
        })
    }

    async fn send(
        &self,
        method: Method,
        path: &[&str],
        revision: Option<u64>,
        body: Option<&Value>,
    ) -> Result<Changed, Failure> {
        let path = [&[self.list()], path].concat();
        let revision = revision.map(|revision| revision.to_string());
        let changed = self.server.change(method, &path, revision.as_deref(), body);
        let changed = changed.await?;
        let name = changed["name"].as_str().unwrap_or_default().to_owned();
        Ok((name, revision_of(&changed)))
    }
}

/// What a server says about a definition.
#[derive(Debug, Deserialize)]
struct CheckFinding {
    path: String,
    message: String,
}

impl Definitions for RemoteDefinitions<'_> {
    type Draft = Map<String, Value>;

    fn noun(&self) -> Noun {
        self.noun
    }

    async fn read(&self, file: &str, text: &str) -> Result<Vec<Map<String, Value>>, Failure> {
        let refusal = |invalid: Invalid| Failure::because(invalid.to_string());
        match self.noun {
            Noun::Tool => {
                let sent = SentTools::read(file, text).map_err(refusal)?;
                self.check(&sent).await?.map_err(refusal)
            }
            Noun::Agent => {
                let agents = Agent::parse_any(file, text).map_err(refusal)?;
                Ok(agents.iter().map(|agent| agent.json().clone()).collect())
            }
        }
    }

    async fn find(&self, name: &str) -> Result<Option<Stored>, Failure> {
        let found = self.server.find(&[self.list(), name]).await?;
        Ok(found.map(|found| Stored {
            json: found["spec"]
                .as_object()
                .map(|spec| with_names(spec, &found)),
            revision: revision_of(&found),
        }))
    }

    async fn all(&self) -> Result<Vec<Map<String, Value>>, Failure> {
        let query: &[_] = match self.noun {
            Noun::Tool => &[("origin", "registry")],
            Noun::Agent => &[],
        };
        let mut all = Vec::new();
        for item in self.server.all(&[self.list()], query).await? {
            // It may have been removed meanwhile.
            let found = self.find(item["name"].as_str().unwrap_or_default()).await?;
            all.extend(found.and_then(|stored| stored.json));
        }
        Ok(all)
    }

    async fn put(
        &self,
        puts: Vec<Put<Map<String, Value>>>,
        done: &mut Vec<Changed>,
    ) -> Result<(), Failure> {
        for (definition, replaced) in puts {
            let name = definition.name().to_owned();
            let body = Value::Object(definition);
            let (method, path) = match replaced {
                None => (Method::POST, vec![]),
                Some(_) => (Method::PUT, vec![name.as_str()]),
            };
            done.push(self.send(method, &path, replaced, Some(&body)).await?);
        }
        Ok(())
    }

    async fn change(&self, name: &str, change: Change) -> Result<Changed, Failure> {
        let path = &[name];
        match change {
            Change::Switch {
                is_active,
                revision,
            } => {
                let body = json!({"is_active": is_active});
                self.send(Method::PATCH, path, Some(revision), Some(&body))
                    .await
            }
            Change::Remove { revision } => {
                self.send(Method::DELETE, path, Some(revision), None)
                    .await?;
                // A removal is a version of its own.
                Ok((name.to_owned(), revision + 1))
            }
            Change::Restore => {
                self.send(Method::POST, &[name, "restore"], None, None)
                    .await
            }
            Change::RollBack { version, revision } => {
                let version = version.to_string();
                let path = [name, "versions", &version, "rollback"];
                self.send(Method::POST, &path, revision, None).await
            }
        }
    }

    async fn versions(&self, name: &str) -> Result<Vec<VersionItem>, Failure> {
        let path = [self.list(), name, "versions"];
        let mut versions = self.server.get(&path, &[]).await?;
        let items = serde_json::from_value(versions["items"].take());
        let mut items: Vec<VersionItem> = items.map_err(|_| self.server.unreadable())?;
        items.reverse();
        Ok(items)
    }
}

impl Draft for Map<String, Value> {
    fn name(&self) -> &str {
        self.get("name").and_then(Value::as_str).unwrap_or_default()
    }

    fn json(&self) -> &Map<String, Value> {
        self
    }

    fn in_place_of(mut self, stored: &Map<String, Value>) -> Self {
        if let (None, Some(owner)) = (self.get("owner"), stored.get("owner")) {
            self.insert("owner".to_owned(), owner.clone());
        }
        self
    }
}

fn revision_of(answer: &Value) -> u64 {
    let revision = answer["revision"].as_str().unwrap_or_default();
    revision.parse().unwrap_or_default()
}

/// Returns the definition of an agent with the names of its tools where the answer of the server tells them, in
/// place of their ids. A tool has no such list.
fn with_names(spec: &Map<String, Value>, answer: &Value) -> Map<String, Value> {
    let mut spec = spec.clone();
    let names = |member: &str| answer[member].as_array().into_iter().flatten();
    let mut ready = names("tools");
    for listed in spec
        .get_mut("tools")
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten()
    {
        let left_out = names("left_out").find(|left_out| left_out["tool"] == *listed);
        let name = match left_out {
            Some(left_out) => left_out.get("name"),
            None => ready.next(),
        };
        if let Some(name) = name.filter(|name| name.is_string()) {
            *listed = name.clone();
        }
    }
    spec
}
