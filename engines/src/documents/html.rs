//! Web pages, by `htmd`.

use std::{
    rc::Rc,
    sync::{Arc, Mutex},
};

use htmd::{Element, HtmlToMarkdown, Node, element_handler::Handlers};
use toolwright_base::lock;

use super::{
    document::{Metadata, ParsedDocument},
    error::DocumentError,
    selection::ParseJob,
    text,
};

/// The elements that have no text for readers.
const SKIPPED: [&str; 6] = ["script", "style", "noscript", "template", "svg", "iframe"];
/// The most levels of elements: the converter is recursive.
const MAX_DEPTH: usize = 1_000;

pub(super) fn parse(bytes: &[u8], job: &ParseJob) -> Result<ParsedDocument, DocumentError> {
    let title = Arc::<Mutex<Option<String>>>::default();
    let found = Arc::clone(&title);
    let converter = HtmlToMarkdown::builder()
        .skip_tags(SKIPPED.to_vec())
        .add_handler(
            vec!["title"],
            move |handlers: &dyn Handlers, element: Element<'_>| {
                let text = handlers.walk_children(element.node).content;
                lock(&found).get_or_insert(text);
                None
            },
        )
        .build();
    let page = text::decode(bytes, job.content_type.as_deref());
    let tree = converter
        .html_to_tree(&page)
        .map_err(DocumentError::damaged)?;
    check_depth(&tree)?;
    let text = converter.tree_to_markdown(&tree);
    let title = lock(&title).take();
    Ok(ParsedDocument {
        metadata: Metadata {
            title,
            ..Metadata::default()
        },
        text,
        ..ParsedDocument::default()
    })
}

fn check_depth(root: &Rc<Node>) -> Result<(), DocumentError> {
    let mut nodes = vec![(Rc::clone(root), 0)];
    while let Some((node, depth)) = nodes.pop() {
        if depth > MAX_DEPTH {
            let reason = format!("its elements are nested more than {MAX_DEPTH} deep");
            return Err(DocumentError::TooLarge(reason));
        }
        let children = node.children.borrow();
        nodes.extend(children.iter().map(|child| (Rc::clone(child), depth + 1)));
    }
    Ok(())
}
