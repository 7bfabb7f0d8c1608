//! Uses resources and prompts: the only path from a request to one of them.

use std::{future::Future, panic::AssertUnwindSafe, pin::pin, sync::Arc, time::Instant};

use futures_util::FutureExt as _;
use serde_json::{Value, json};

use super::{
    executor::Executor,
    failure_log::log_item_failure,
    govern::RefusedCall,
    pipeline::Pipeline,
    policy::{Item, ItemPermit},
};
use crate::core::{
    Arguments, BoxFuture, ClientProfile, Completion, Context, FoundResource, ItemCall, ItemKind,
    ItemNext, ItemOutput, Prompt, PromptOutput, ReadResource, Resource, ResourceOutput, ToolError,
    Variables,
};

impl Executor {
    /// Returns a permit to read the resource at `uri`.
    ///
    /// # Errors
    /// The same as those of [`permit`](Self::permit).
    pub async fn permit_resource(
        &self,
        client: &ClientProfile,
        uri: &str,
    ) -> Result<ItemPermit<FoundResource>, ToolError> {
        let found = self.catalog.snapshot().find_resource(uri).ok();
        self.permit_item(client, "resource", uri, found).await
    }

    /// Returns a permit to complete the variables of the resource whose template is `uri`.
    ///
    /// # Errors
    /// The same as those of [`permit`](Self::permit).
    pub async fn permit_template(
        &self,
        client: &ClientProfile,
        uri: &str,
    ) -> Result<ItemPermit<Arc<dyn Resource>>, ToolError> {
        let found = self.catalog.snapshot().resource(uri).cloned();
        self.permit_item(client, "resource", uri, found).await
    }

    /// Returns a permit to use the prompt `name`.
    ///
    /// # Errors
    /// The same as those of [`permit`](Self::permit).
    pub async fn permit_prompt(
        &self,
        client: &ClientProfile,
        name: &str,
    ) -> Result<ItemPermit<Arc<dyn Prompt>>, ToolError> {
        let snapshot = self.catalog.snapshot();
        let own = self.view(client, &snapshot).own_prompt();
        let own = own.filter(|prompt| prompt.definition().name() == name);
        let found = own.or_else(|| snapshot.prompt(name).cloned());
        self.permit_item(client, "prompt", name, found).await
    }

    /// Returns a permit for the item that was found by `name`. A refusal is logged and counted.
    pub(crate) async fn permit_item<T: Item>(
        &self,
        client: &ClientProfile,
        kind: &'static str,
        name: &str,
        found: Option<T>,
    ) -> Result<ItemPermit<T>, ToolError> {
        let snapshot = self.catalog.snapshot();
        let error = match found {
            Some(_) => ToolError::Denied,
            None => ToolError::NotFound,
        };
        if let Some(permit) = found.and_then(|item| self.view(client, &snapshot).check_item(item)) {
            return Ok(permit);
        }
        let refused = RefusedCall {
            kind,
            name,
            arguments: &Arguments::default(),
            client,
        };
        Err(self.refuse(refused, error).await)
    }

    /// Reads the resource of `permit`.
    ///
    /// # Errors
    /// If a limit is exceeded, or reading fails.
    pub async fn read(
        &self,
        permit: ItemPermit<FoundResource>,
        context: Context,
    ) -> Result<ResourceOutput, ToolError> {
        let arguments = json!({"uri": permit.item().uri()});
        let work = |found: FoundResource, context| async {
            Ok(ItemOutput::Contents(found.read(context).await?.contents))
        };
        let output = self.run_item(ItemKind::Resource, permit, context, &arguments, work);
        match output.await? {
            ItemOutput::Contents(contents) => Ok(contents.into()),
            _ => Err(wrong_output()),
        }
    }

    /// Fills in the prompt of `permit`.
    ///
    /// # Errors
    /// If a limit is exceeded, or the prompt fails.
    pub async fn get_prompt(
        &self,
        permit: ItemPermit<Arc<dyn Prompt>>,
        context: Context,
        variables: Variables,
    ) -> Result<PromptOutput, ToolError> {
        let name = permit.item().definition().name();
        let arguments = json!({"name": name, "arguments": variables.values()});
        let work = |prompt: Arc<dyn Prompt>, context| async move {
            let output = prompt.get(context, variables).await?;
            Ok(ItemOutput::Messages(output))
        };
        let output = self.run_item(ItemKind::Prompt, permit, context, &arguments, work);
        match output.await? {
            ItemOutput::Messages(output) => Ok(output),
            _ => Err(wrong_output()),
        }
    }

    /// Completes an argument of the prompt of `permit`.
    ///
    /// # Errors
    /// If a limit is exceeded, or the completion fails.
    pub async fn complete_prompt(
        &self,
        permit: ItemPermit<Arc<dyn Prompt>>,
        context: Context,
        argument: &str,
        completion: Completion,
    ) -> Result<Vec<String>, ToolError> {
        let name = permit.item().definition().name();
        let arguments = json!({"name": name, "argument": argument, "value": completion.value});
        let work = |prompt: Arc<dyn Prompt>, context| async move {
            Ok(ItemOutput::Values(
                prompt.complete(context, argument, completion).await,
            ))
        };
        let kind = ItemKind::Completion;
        values(
            self.run_item(kind, permit, context, &arguments, work)
                .await?,
        )
    }

    /// Completes a variable of the resource of `permit`.
    ///
    /// # Errors
    /// If a limit is exceeded, or the completion fails.
    pub async fn complete_template(
        &self,
        permit: ItemPermit<Arc<dyn Resource>>,
        context: Context,
        argument: &str,
        completion: Completion,
    ) -> Result<Vec<String>, ToolError> {
        let uri = permit.item().definition().uri();
        let arguments = json!({"uri": uri, "argument": argument, "value": completion.value});
        let work = |resource: Arc<dyn Resource>, context| async move {
            Ok(ItemOutput::Values(
                resource.complete(context, argument, completion).await,
            ))
        };
        let kind = ItemKind::Completion;
        values(
            self.run_item(kind, permit, context, &arguments, work)
                .await?,
        )
    }

    /// Returns whether there is middleware that may change lists.
    pub(crate) fn changes_lists(&self) -> bool {
        let mut chain = self.options.chain.iter();
        chain.any(|middleware| middleware.handles_items())
    }

    /// Passes the names of a list through the middleware. Returns those that it leaves.
    ///
    /// # Errors
    /// The errors of the middleware.
    pub(crate) async fn list(
        &self,
        list: &str,
        context: Context,
        names: Vec<String>,
    ) -> Result<Vec<String>, ToolError> {
        let call = ItemCall {
            kind: ItemKind::List,
            name: list.to_owned(),
            tool: None,
            context: context.clone(),
            arguments: Arguments::default(),
        };
        let work = move |_| -> BoxFuture<'_, _> {
            Box::pin(std::future::ready(Ok(ItemOutput::Names(names))))
        };
        let work = self.through_middleware(call, work);
        let pipeline = Pipeline::new(&self.options.chain, Some(self.options.default_timeout));
        match pipeline.run_within_deadline(&context, pin!(work)).await? {
            ItemOutput::Names(names) => Ok(names),
            _ => Err(wrong_output()),
        }
    }

    /// Runs the work of an item.
    ///
    /// It may take the default timeout, a panic in it becomes an error, and it is dropped when its
    /// context is cancelled.
    async fn run_item<T, W>(
        &self,
        kind: ItemKind,
        permit: ItemPermit<T>,
        context: Context,
        arguments: &Value,
        work: impl FnOnce(T, Context) -> W + Send,
    ) -> Result<ItemOutput, ToolError>
    where
        T: Send,
        W: Future<Output = Result<ItemOutput, ToolError>> + Send,
    {
        let timeout = self.options.default_timeout;
        let context = context.with_deadline(Instant::now() + timeout);
        let snapshot = self.catalog.snapshot();
        let tool = permit.tool().and_then(|name| snapshot.tool(name)).cloned();
        let (item, name) = permit.into_parts();
        let call = ItemCall {
            kind,
            name: name.clone(),
            tool,
            context: context.clone(),
            arguments: Arguments::from_value(arguments)?,
        };
        let work = move |call: ItemCall| -> BoxFuture<'_, _> { Box::pin(work(item, call.context)) };
        let work = self.through_middleware(call.clone(), work);
        let pipeline = Pipeline::new(&self.options.chain, Some(timeout));
        let answer = match &self.options.governance {
            Some(governance) => governance.run_item(call, Box::pin(work), pipeline).await,
            None => pipeline.run_within_deadline(&context, pin!(work)).await,
        };
        // As for calls of tools. Whoever completes a word learns of no failure, so it is logged here.
        let is_logged_outside = self.is_mounted && !matches!(kind, ItemKind::Completion);
        answer.inspect_err(|error| {
            if !is_logged_outside {
                log_item_failure(kind, &name, error);
            }
        })
    }

    /// Runs `work` within the middleware. A panic becomes an error.
    fn through_middleware<'a>(
        &'a self,
        call: ItemCall,
        work: impl FnOnce(ItemCall) -> BoxFuture<'a, Result<ItemOutput, ToolError>> + Send + 'a,
    ) -> impl Future<Output = Result<ItemOutput, ToolError>> + Send + 'a {
        let panicked = |_| Err(ToolError::failed("the handler panicked"));
        let work = async move {
            ItemNext::new(&self.options.chain, Box::new(work))
                .run(call)
                .await
        };
        let work = AssertUnwindSafe(work).catch_unwind();
        work.map(move |answer| answer.unwrap_or_else(panicked))
    }
}

impl ReadResource for Executor {
    fn read_resource<'a>(
        &'a self,
        context: Context,
        uri: &'a str,
    ) -> BoxFuture<'a, Result<ResourceOutput, ToolError>> {
        Box::pin(async move {
            let permit = self.permit_resource(context.client(), uri).await?;
            self.read(permit, context).await
        })
    }
}

fn values(output: ItemOutput) -> Result<Vec<String>, ToolError> {
    match output {
        ItemOutput::Values(values) => Ok(values),
        _ => Err(wrong_output()),
    }
}

/// The error of a middleware or a [`Govern`](super::Govern) that returns the output of another item.
fn wrong_output() -> ToolError {
    ToolError::failed("the middleware or the governance returned the output of another item")
}
