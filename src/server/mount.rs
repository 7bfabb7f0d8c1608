//! A server inside of another: its things under a prefix, with its own states and middleware.

use std::sync::{Arc, Mutex};

use tokio::sync::broadcast::error::RecvError;

use super::{
    builder::Hook,
    built::BuiltServer,
    error::{Error, Result},
};
use crate::{
    core::{
        Arguments, BoxFuture, Catalog, Change, Completion, Context, Prompt, PromptDef,
        PromptOutput, Resource, ResourceDef, ResourceOutput, Services, Tool, ToolDef, ToolError,
        ToolOutput, ToolSource, Variables, lock,
    },
    executor::Executor,
};

/// A mounted server.
pub(super) struct Mount {
    prefix: String,
    executor: Executor,
    services: Arc<Services>,
    hooks: Mutex<(Vec<Hook>, Vec<Hook>)>,
}

impl Mount {
    pub(super) fn new(prefix: String, server: BuiltServer) -> Result<Self> {
        let allowed =
            |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-';
        if prefix.is_empty() || !prefix.chars().all(allowed) {
            return Err(Error::Prefix { prefix });
        }
        let executor = server.dispatcher().executor().clone();
        let services = Arc::clone(server.dispatcher().services());
        let (on_start, on_stop) = server.into_hooks();
        let within = |hooks: Vec<Hook>| {
            hooks
                .into_iter()
                .map(|hook| hook_within(hook, &services))
                .collect()
        };
        let hooks = Mutex::new((within(on_start), within(on_stop)));
        Ok(Self {
            prefix,
            executor,
            services,
            hooks,
        })
    }

    /// Its hooks, once.
    pub(super) fn hooks(&self) -> (Vec<Hook>, Vec<Hook>) {
        std::mem::take(&mut *lock(&self.hooks))
    }

    /// Adds its resources and prompts; its tools come as a source.
    pub(super) fn add_to(&self, catalog: &Catalog) -> Result<()> {
        let snapshot = self.services.catalog.snapshot();
        for resource in snapshot.resources().chain(snapshot.templates()) {
            let definition = resource.definition();
            let moved = definition.moved(self.uri(definition.uri()), self.name(definition.name()));
            catalog.add_resource(Arc::new(self.wrap(Arc::clone(resource), moved)))?;
        }
        for prompt in snapshot.prompts() {
            let renamed = prompt
                .definition()
                .renamed(self.name(prompt.definition().name()));
            catalog.add_prompt(Arc::new(self.wrap(Arc::clone(prompt), renamed)))?;
        }
        Ok(())
    }

    fn wrap<T, D>(&self, inner: T, definition: D) -> Mounted<T, D> {
        Mounted {
            inner,
            definition,
            executor: self.executor.clone(),
            services: Arc::clone(&self.services),
        }
    }

    fn name(&self, name: &str) -> String {
        format!("{}_{name}", self.prefix)
    }

    /// `users://{id}` becomes `users://prefix/{id}`.
    fn uri(&self, uri: &str) -> String {
        match uri.split_once("://") {
            Some((scheme, rest)) => format!("{scheme}://{}/{rest}", self.prefix),
            None => format!("{}+{uri}", self.prefix),
        }
    }
}

/// A hook of the inner server sees the inner server's services.
fn hook_within(hook: Hook, services: &Arc<Services>) -> Hook {
    let services = Arc::clone(services);
    Box::new(move |_| hook(services))
}

impl ToolSource for Mount {
    fn tools(&self) -> Vec<Arc<dyn Tool>> {
        let snapshot = self.services.catalog.snapshot();
        let wrapped = snapshot.tools().map(|tool| {
            let renamed = tool
                .definition()
                .renamed(self.name(tool.definition().name()));
            Arc::new(self.wrap(Arc::clone(tool), renamed)) as Arc<dyn Tool>
        });
        wrapped.collect()
    }

    fn changed(&self) -> BoxFuture<'_, ()> {
        let mut changes = self.services.catalog.changes();
        Box::pin(async move {
            loop {
                match changes.recv().await {
                    Ok(Change::Tools) | Err(RecvError::Lagged(_)) => return,
                    Ok(_) => {}
                    Err(RecvError::Closed) => std::future::pending().await,
                }
            }
        })
    }
}

/// Something of a mounted server, under its new name.
struct Mounted<T, D> {
    inner: T,
    definition: D,
    executor: Executor,
    services: Arc<Services>,
}

impl Tool for Mounted<Arc<dyn Tool>, ToolDef> {
    fn definition(&self) -> &ToolDef {
        &self.definition
    }

    fn call(
        &self,
        context: Context,
        arguments: Arguments,
    ) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        let context = context.with_services(Arc::clone(&self.services));
        Box::pin(
            self.executor
                .run(context, Arc::clone(&self.inner), arguments),
        )
    }
}

impl Resource for Mounted<Arc<dyn Resource>, ResourceDef> {
    fn definition(&self) -> &ResourceDef {
        &self.definition
    }

    fn read(
        &self,
        context: Context,
        variables: Variables,
    ) -> BoxFuture<'_, Result<ResourceOutput, ToolError>> {
        self.inner
            .read(context.with_services(Arc::clone(&self.services)), variables)
    }

    fn complete(&self, argument: &str, completion: Completion) -> BoxFuture<'_, Vec<String>> {
        self.inner.complete(argument, completion)
    }
}

impl Prompt for Mounted<Arc<dyn Prompt>, PromptDef> {
    fn definition(&self) -> &PromptDef {
        &self.definition
    }

    fn get(
        &self,
        context: Context,
        arguments: Variables,
    ) -> BoxFuture<'_, Result<PromptOutput, ToolError>> {
        self.inner
            .get(context.with_services(Arc::clone(&self.services)), arguments)
    }

    fn complete(&self, argument: &str, completion: Completion) -> BoxFuture<'_, Vec<String>> {
        self.inner.complete(argument, completion)
    }
}
