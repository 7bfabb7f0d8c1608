//! [`PagesResource`]: the resource that serves the pages of large results.

use std::sync::Arc;

use super::page_store::PageStore;
use crate::core::{
    Belonging, BoxFuture, Context, Resource, ResourceContents, ResourceDef, ResourceOutput,
    ToolError, Variable, Variables,
};

/// Serves the pages of large results at `result://{id}/{page}`.
#[derive(Debug)]
pub(super) struct PagesResource {
    definition: ResourceDef,
    store: Arc<PageStore>,
}

impl PagesResource {
    pub(super) fn new(store: Arc<PageStore>) -> Self {
        let description = "A page of a result that was too large to be returned at once. Results are kept for 15 minutes.";
        let definition = ResourceDef::new("result://{id}/{page}", "large_result", description)
            .with_belonging(Belonging::Calls)
            .variable(Variable::of::<String>("id").describe("The ID of the result."))
            .variable(
                Variable::of::<usize>("page").describe("The number of the page, starting at 1."),
            );
        Self { definition, store }
    }
}

impl Resource for PagesResource {
    fn definition(&self) -> &ResourceDef {
        &self.definition
    }

    fn read(
        &self,
        context: Context,
        variables: Variables,
    ) -> BoxFuture<'_, Result<ResourceOutput, ToolError>> {
        Box::pin(async move {
            let (id, page): (String, usize) = (variables.parse("id")?, variables.parse("page")?);
            let found = self.store.page(&context.client().caller(), &id, page);
            let (text, mime_type) =
                found.ok_or_else(|| ToolError::not_found("resource", variables.uri()))?;
            Ok(ResourceContents::text(variables.uri(), mime_type, text).into())
        })
    }
}
