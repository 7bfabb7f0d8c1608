//! Whole expansions, one of each noun, compared with the files in `expected/`.

use proc_macro2::{TokenStream, TokenTree};

use super::refusal::expand;
use crate::{prompt, resource, tool};

const DELETE: &str = r#"
    /// Delete a file.
    ///
    /// It does not come back.
    #[tracing::instrument]
    #[cfg(feature = "files")]
    pub(crate) async fn delete(
        ctx: Context,
        /// Where it is.
        #[length(1..=200)]
        #[pattern("^[a-z]+$")]
        #[header("Path")]
        path: String,
        /// How often to try.
        #[default(1)]
        #[range(1..=5)]
        attempts: u8,
        r#type: Option<Kind>,
        files: State<Files>,
    ) -> Result<String> {
        files.delete(ctx, path, attempts, r#type).await
    }
"#;

const ISSUES: &str = r#"
    /// The issues of a project.
    async fn issues(
        /// Which project.
        #[complete(names)]
        project: String,
        state: Option<IssueState>,
        #[default(10)]
        limit: usize,
        store: State<Store>,
    ) -> Result<Json<Vec<Issue>>> {
        store.issues(project, state, limit).await
    }
"#;

const PLAN: &str = r#"
    /// Plan how to reach a goal.
    pub fn plan(
        /// What to reach.
        goal: String,
        #[default(7)]
        days: u32,
        #[complete(crate::people::names)]
        who: String,
    ) -> String {
        format!("{who} plans how to reach {goal} in {days} days.")
    }
"#;

/// Prints an expansion, with the items in the attribute of the struct behind it.
fn printed(expansion: TokenStream) -> String {
    let mut file: syn::File = syn::parse2(expansion).expect("an expansion that parses");
    let mut behind = Vec::new();
    for item in &mut file.items {
        let syn::Item::Struct(structure) = item else {
            continue;
        };
        let held = structure.attrs.extract_if(.., |attribute| {
            let last = attribute.path().segments.last();
            last.is_some_and(|last| last.ident == "with_implementation")
        });
        for attribute in held {
            let items: syn::File = attribute.parse_args().expect("items");
            behind.extend(items.items);
        }
    }
    file.items.extend(behind);
    prettyplease::unparse(&file)
}

#[test]
fn a_tool_expands_to_what_a_person_would_write() {
    let attribute = r#"title = "Delete", tags("files", "disk"), timeout = "5s", destructive, idempotent,
        scopes("admin"), confirm = "Delete {path} ({attempts:?})?""#;
    let expansion = expand(tool::expand, attribute, DELETE);
    assert_eq!(printed(expansion), include_str!("expected/tool.txt"));
}

#[test]
fn a_resource_expands_to_what_a_person_would_write() {
    let attribute =
        r#""issues://{project}{?state,limit}", title = "Issues", mime = "application/json""#;
    let expansion = expand(resource::expand, attribute, ISSUES);
    assert_eq!(printed(expansion), include_str!("expected/resource.txt"));
}

#[test]
fn a_prompt_expands_to_what_a_person_would_write() {
    let attribute = r#"name = "make/plan", title = "Plan", tags("time")"#;
    let expansion = expand(prompt::expand, attribute, PLAN);
    assert_eq!(printed(expansion), include_str!("expected/prompt.txt"));
}

/// The source text that each use of a word in an expansion points at.
fn places(expansion: TokenStream, word: &str) -> Vec<String> {
    let places = |token| match token {
        TokenTree::Group(group) => places(group.stream(), word),
        TokenTree::Ident(ident) if ident == word => {
            ident.span().source_text().into_iter().collect()
        }
        _ => Vec::new(),
    };
    expansion.into_iter().flat_map(places).collect()
}

#[test]
fn errors_about_a_type_point_at_the_type() {
    let item = "/// Add.\nfn add(#[range(1..=LIMIT)] a: Vec<u8>) -> Option<u8> { None }";
    let expansion = expand(tool::expand, "", item);
    assert_eq!(places(expansion.clone(), "Parameter"), ["Vec<u8>"]);
    assert_eq!(places(expansion.clone(), "ParameterKind"), ["Vec<u8>"; 3]);
    assert_eq!(
        places(expansion.clone(), "range"),
        ["1..=LIMIT", "1..=LIMIT"]
    );
    assert_eq!(
        places(expansion.clone(), "ReturnType"),
        ["Option<u8>", "Option<u8>"]
    );
    assert_eq!(places(expansion, "ReturnedValue"), ["Option<u8>"; 2]);
}
