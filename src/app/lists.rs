//! [`ToolLists`]: which tools the lists of agents have, and the tools that find and call the others.

use std::convert::Infallible;

use toolwright::{
    BoxFuture, Server, ToolError,
    govern::NamePattern,
    middleware::{ItemCall, ItemKind, ItemNext, ItemOutput, Middleware},
};

use crate::{
    choice::{ASK_TOOL, Chooser, OWN_TOOLS},
    config::{ListMode, ListSettings},
    tools::choosing::{self, ToolFinder},
};

/// With more tools than this, a caller's list is lean in the mode `auto`.
const MANY: usize = 40;
/// What lean lists have beside the tools that find and call others.
const PINNED: [&str; 2] = [ASK_TOOL, "run_plan"];

/// Adds the tools that find and call others, unless lists have every tool.
pub(super) fn with_finding(server: Server, settings: &ListSettings, chooser: &Chooser) -> Server {
    let finder = ToolFinder::new(chooser.clone());
    let server = server
        .state(finder.clone())
        .on_start(move |services| async move {
            finder.start(&services);
            Ok::<_, Infallible>(())
        });
    if settings.mode == ListMode::Full {
        return server;
    }
    let chooser = chooser.clone();
    server
        .tools(choosing::tools())
        .middleware(ToolLists(settings.clone()))
        .on_serve(move |services| async move {
            // The start does not wait for it.
            tokio::spawn(async move { chooser.prepare(services.catalog().snapshot()).await });
            Ok::<_, Infallible>(())
        })
}

/// Leaves tools out of lists. They can be called all the same.
struct ToolLists(ListSettings);

impl ToolLists {
    fn is_lean(&self, count: usize) -> bool {
        match self.0.mode {
            ListMode::Full => false,
            ListMode::Lean => true,
            // Those that find others do not count.
            ListMode::Auto => count > MANY + OWN_TOOLS.len(),
        }
    }

    fn is_pinned(&self, name: &str) -> bool {
        let matches = |pattern: &NamePattern| pattern.matches(name);
        OWN_TOOLS.contains(&name) || PINNED.contains(&name) || self.0.pinned.iter().any(matches)
    }
}

impl Middleware for ToolLists {
    fn handle_item<'a>(
        &'a self,
        call: ItemCall,
        next: ItemNext<'a>,
    ) -> BoxFuture<'a, Result<ItemOutput, ToolError>> {
        Box::pin(async move {
            let is_list_of_tools = call.kind == ItemKind::List && call.name == "tools";
            let mut output = next.run(call).await?;
            if let ItemOutput::Names(names) = &mut output
                && is_list_of_tools
            {
                match self.is_lean(names.len()) {
                    true => names.retain(|name| self.is_pinned(name)),
                    false => names.retain(|name| !OWN_TOOLS.contains(&name.as_str())),
                }
            }
            Ok(output)
        })
    }
}
