//! [`MountedServer`]: a server inside of another one, as a source of tools.
//!
//! The names of its tools, prompts and resources get a prefix. It keeps its own states, middleware
//! and policy, because a call goes through its own executor.

use std::sync::Arc;

use tokio::sync::{
    Mutex,
    broadcast::{Receiver, error::RecvError},
};

use super::built_server::BuiltServer;
use crate::{
    core::{
        Arguments, BoxFuture, Change, Completion, Context, FoundResource, Permitted, Prompt,
        PromptDef, PromptOutput, Resource, ResourceDef, ResourceOutput, ResourceWatch, Services,
        Snapshot, Tool, ToolDef, ToolError, ToolOutput, ToolSource, Variables,
    },
    executor::Executor,
    server::error::{Error, Result},
};

/// A server inside of another one, as a source of tools.
pub(super) struct MountedServer {
    prefix: String,
    executor: Executor,
    services: Arc<Services>,
    feed: Mutex<ChangeFeed>,
}

/// The changes of the inner server that were not passed on yet.
struct ChangeFeed {
    changes: Receiver<Change>,
    /// Changes to report after the receiver lagged behind.
    missed: Vec<Change>,
}

impl MountedServer {
    pub(super) fn new(prefix: String, server: &BuiltServer) -> Result<Self> {
        let allowed =
            |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-';
        if prefix.is_empty() || !prefix.chars().all(allowed) {
            return Err(Error::Prefix { prefix });
        }
        let feed = ChangeFeed {
            changes: server.catalog().changes(),
            missed: Vec::new(),
        };
        Ok(Self {
            prefix,
            executor: server.executor().clone().mounted(),
            services: Arc::clone(server.dispatcher().services()),
            feed: Mutex::new(feed),
        })
    }

    fn snapshot(&self) -> Arc<Snapshot> {
        self.services.catalog().snapshot()
    }

    fn wrap<T, D>(&self, inner: &T, definition: D) -> Arc<MountedItem<T, D>>
    where
        T: Clone,
    {
        Arc::new(MountedItem {
            inner: inner.clone(),
            definition,
            executor: self.executor.clone(),
            services: Arc::clone(&self.services),
        })
    }

    fn name(&self, name: &str) -> String {
        format!("{}_{name}", self.prefix)
    }

    /// Adds the prefix to a URI: `users://{id}` becomes `users://prefix/{id}`.
    fn uri(&self, uri: &str) -> String {
        match uri.split_once("://") {
            Some((scheme, rest)) => format!("{scheme}://{}/{rest}", self.prefix),
            None => format!("{}+{uri}", self.prefix),
        }
    }
}

impl ToolSource for MountedServer {
    fn tools(&self) -> Vec<Arc<dyn Tool>> {
        let policy = self.executor.policy();
        let wrap = |tool: &Arc<dyn Tool>| {
            let name = self.name(tool.definition().name());
            self.wrap(tool, tool.definition().renamed(name)) as Arc<dyn Tool>
        };
        let snapshot = self.snapshot();
        let allowed = snapshot.tools();
        let allowed = allowed.filter(|tool| policy.allows(tool.definition()));
        allowed.map(wrap).collect()
    }

    fn resources(&self) -> Vec<Arc<dyn Resource>> {
        let snapshot = self.snapshot();
        let all = snapshot.resources().chain(snapshot.templates());
        let wrap = |resource: &Arc<dyn Resource>| {
            let definition = resource.definition();
            let belonging = definition.belonging().renamed(|tool| self.name(tool));
            let moved = definition
                .moved(self.uri(definition.uri()), self.name(definition.name()))
                .with_belonging(belonging);
            self.wrap(resource, moved) as Arc<dyn Resource>
        };
        let policy = self.executor.policy();
        let allowed = all.filter(|resource| policy.allows_item(*resource));
        allowed.map(wrap).collect()
    }

    fn prompts(&self) -> Vec<Arc<dyn Prompt>> {
        let wrap = |prompt: &Arc<dyn Prompt>| {
            let definition = prompt.definition();
            let belonging = definition.belonging().renamed(|tool| self.name(tool));
            let name = self.name(definition.name());
            let renamed = definition.renamed(name).with_belonging(belonging);
            self.wrap(prompt, renamed) as Arc<dyn Prompt>
        };
        let (snapshot, policy) = (self.snapshot(), self.executor.policy());
        let allowed = snapshot.prompts();
        let allowed = allowed.filter(|prompt| policy.allows_item(*prompt));
        allowed.map(wrap).collect()
    }

    fn changed(&self) -> BoxFuture<'_, Change> {
        Box::pin(async move {
            let mut feed = self.feed.lock().await;
            if let Some(missed) = feed.missed.pop() {
                return missed;
            }
            match feed.changes.recv().await {
                Ok(Change::Resource(uri)) => Change::Resource(self.uri(&uri)),
                Ok(list) => list,
                Err(RecvError::Lagged(_)) => {
                    feed.missed = vec![Change::Prompts, Change::Resources];
                    Change::Tools
                }
                Err(RecvError::Closed) => std::future::pending().await,
            }
        })
    }
}

/// A tool, resource or prompt of a mounted server, with its new name.
struct MountedItem<T, D> {
    inner: T,
    definition: D,
    executor: Executor,
    services: Arc<Services>,
}

impl Tool for MountedItem<Arc<dyn Tool>, ToolDef> {
    fn definition(&self) -> &ToolDef {
        &self.definition
    }

    fn accepts(&self, arguments: &Arguments) -> Result<(), ToolError> {
        self.inner.accepts(arguments)
    }

    fn call(
        &self,
        context: Context,
        arguments: Arguments,
        _: Permitted<'_>,
    ) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        let context = context.nested(Arc::clone(&self.services));
        let name = self.inner.definition().name();
        Box::pin(self.executor.call(context, name, arguments))
    }
}

impl Resource for MountedItem<Arc<dyn Resource>, ResourceDef> {
    fn definition(&self) -> &ResourceDef {
        &self.definition
    }

    fn read(
        &self,
        context: Context,
        variables: Variables,
    ) -> BoxFuture<'_, Result<ResourceOutput, ToolError>> {
        let context = context.nested(Arc::clone(&self.services));
        let found = FoundResource::new(Arc::clone(&self.inner), variables);
        Box::pin(async move {
            let (client, uri) = (context.client(), found.uri().to_owned());
            let permit = self
                .executor
                .permit_item(client, "resource", &uri, Some(found))
                .await?;
            self.executor.read(permit, context).await
        })
    }

    fn watch(&self, uri: &str) -> Option<ResourceWatch> {
        let definition = self.inner.definition();
        match definition.is_template() {
            true => self.inner.watch(uri),
            false => self.inner.watch(definition.uri()),
        }
    }

    fn complete(
        &self,
        context: Context,
        argument: &str,
        completion: Completion,
    ) -> BoxFuture<'_, Vec<String>> {
        let context = context.nested(Arc::clone(&self.services));
        let argument = argument.to_owned();
        Box::pin(async move {
            let (executor, uri) = (&self.executor, self.inner.definition().uri());
            let permit = executor.permit_template(context.client(), uri).await;
            let values = async {
                executor
                    .complete_template(permit?, context, &argument, completion)
                    .await
            };
            // A person who is typing needs no error. The inner server has logged it.
            values.await.unwrap_or_default()
        })
    }
}

impl Prompt for MountedItem<Arc<dyn Prompt>, PromptDef> {
    fn definition(&self) -> &PromptDef {
        &self.definition
    }

    fn get(
        &self,
        context: Context,
        arguments: Variables,
    ) -> BoxFuture<'_, Result<PromptOutput, ToolError>> {
        let context = context.nested(Arc::clone(&self.services));
        Box::pin(async move {
            let name = self.inner.definition().name();
            let permit = self.executor.permit_prompt(context.client(), name).await?;
            self.executor.get_prompt(permit, context, arguments).await
        })
    }

    fn complete(
        &self,
        context: Context,
        argument: &str,
        completion: Completion,
    ) -> BoxFuture<'_, Vec<String>> {
        let context = context.nested(Arc::clone(&self.services));
        let argument = argument.to_owned();
        Box::pin(async move {
            let (executor, name) = (&self.executor, self.inner.definition().name());
            let permit = executor.permit_prompt(context.client(), name).await;
            let values = async {
                executor
                    .complete_prompt(permit?, context, &argument, completion)
                    .await
            };
            values.await.unwrap_or_default()
        })
    }
}
