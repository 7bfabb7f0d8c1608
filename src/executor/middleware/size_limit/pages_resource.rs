//! [`Pages`]: the resource that large results are read from.

use std::sync::Arc;

use super::page_store::Shelf;
use crate::core::{
    BoxFuture, Context, Resource, ResourceContents, ResourceDef, ResourceOutput, ToolError,
    Variable, Variables,
};

/// The pages of large results, at `result://{id}/{page}`.
#[derive(Debug)]
pub(super) struct Pages {
    definition: ResourceDef,
    shelf: Arc<Shelf>,
}

impl Pages {
    pub(super) fn new(shelf: Arc<Shelf>) -> Self {
        let description = "A page of a result that was too large to be answered at once. Results are kept for 15 minutes.";
        let definition = ResourceDef::new("result://{id}/{page}", "large_result", description)
            .variable(Variable::of::<String>("id").describe("The result, from its link."))
            .variable(Variable::of::<usize>("page").describe("The page, from 1 on."));
        Self { definition, shelf }
    }
}

impl Resource for Pages {
    fn definition(&self) -> &ResourceDef {
        &self.definition
    }

    fn read(
        &self,
        _: Context,
        variables: Variables,
    ) -> BoxFuture<'_, Result<ResourceOutput, ToolError>> {
        Box::pin(async move {
            let (id, page): (String, usize) = (variables.parse("id")?, variables.parse("page")?);
            let found = self.shelf.page(&id, page);
            let (text, mime) =
                found.ok_or_else(|| ToolError::not_found("resource", variables.uri()))?;
            Ok(ResourceContents::text(variables.uri(), mime, text).into())
        })
    }
}
