//! Imports point down: each layer uses those below it, and no other.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};

use super::{
    scan::{braced, is},
    tree::{Source, sources},
};

/// What each layer may use beside itself. The names of the crate's face (`tool`, `prelude`, …) are layers of their own here.
const LAYERS: [(&str, &[&str]); 9] = [
    ("core", &[]),
    ("data", &["core"]),
    ("executor", &["core", "data"]),
    ("gateway", &["core", "data"]),
    ("tools", &["core", "data", FACE]),
    ("registry", &["core", "data", "tools", "gateway"]),
    ("server", &["core", "executor"]),
    (
        "admin",
        &["core", "data", "executor", "gateway", "registry"],
    ),
    // `tools` is also the name of a macro.
    (FACE, &["core", "executor", "server", "tools"]),
];

/// The files that may use everything.
const TOP: [&str; 4] = ["app", "cli", "config", "main"];

/// What lies at the crate's root: the macros and what they need.
const FACE: &str = "the face";
const FACE_FILES: [&str; 5] = ["lib", "lists", "prelude", "private", "__private"];

/// The layer of a module's name.
fn layer_of(name: &str) -> &str {
    let is_layer = LAYERS.iter().any(|(layer, _)| *layer == name) || TOP.contains(&name);
    if is_layer { name } else { FACE }
}

/// The modules that a file stands in, for instance `["core", "context"]`.
fn modules_of(path: &str) -> Vec<String> {
    let inner = path.trim_start_matches("src/").trim_end_matches(".rs");
    let mut modules: Vec<_> = inner.split('/').map(ToOwned::to_owned).collect();
    if modules.last().is_some_and(|last| last == "mod") {
        modules.pop();
    }
    if modules
        .first()
        .is_some_and(|first| FACE_FILES.contains(&first.as_str()))
    {
        modules.truncate(1);
    }
    if modules == ["lib"] || modules == ["main"] {
        return Vec::new();
    }
    modules
}

/// The names at the crate's root that these tokens use.
fn used(tokens: TokenStream, modules: &[String], found: &mut BTreeSet<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| tokens.get(at));
        let is_module =
            is(before, "mod") || is(at.checked_sub(2).and_then(|at| tokens.get(at)), "mod");
        match token {
            TokenTree::Group(group) if is_module && braced(Some(token)).is_some() => {
                let mut inner = modules.to_vec();
                inner.push(before.map(ToString::to_string).unwrap_or_default());
                used(group.stream(), &inner, found);
            }
            TokenTree::Group(group) => used(group.stream(), modules, found),
            // A `$crate` is a macro's, for whoever uses it.
            TokenTree::Ident(word) if word == "crate" && !is(before, "$") => {
                follow(&tokens[at + 1..], &[], found);
            }
            TokenTree::Ident(word) if word == "super" && !is_path_mark(before) => {
                climb(&tokens[at..], modules, found);
            }
            TokenTree::Ident(word) if word == "toolwright" => follow(&tokens[at + 1..], &[], found),
            _ => {}
        }
    }
}

fn is_path_mark(token: Option<&TokenTree>) -> bool {
    is(token, ":")
}

/// Follows `super::super::…` up to the root, if it goes that far.
fn climb(tokens: &[TokenTree], modules: &[String], found: &mut BTreeSet<String>) {
    let mut place = modules.to_vec();
    let mut rest = tokens;
    while is(rest.first(), "super") {
        place.pop();
        rest = &rest[1..];
        if !(is(rest.first(), ":") && is(rest.get(1), ":") && is(rest.get(2), "super")) {
            break;
        }
        rest = &rest[2..];
    }
    follow(rest, &place, found);
}

/// Adds what comes after `::` at `place`: a name, or each name in braces.
fn follow(tokens: &[TokenTree], place: &[String], found: &mut BTreeSet<String>) {
    if !(is(tokens.first(), ":") && is(tokens.get(1), ":")) {
        return;
    }
    if let Some(first) = place.first() {
        found.insert(first.clone());
        return;
    }
    match tokens.get(2) {
        Some(TokenTree::Ident(name)) => {
            // `crate::tools![…]` is the macro, not the layer.
            let is_macro = is(tokens.get(3), "!");
            found.insert(if is_macro {
                FACE.to_owned()
            } else {
                name.to_string()
            });
        }
        Some(TokenTree::Punct(star)) if star.as_char() == '*' => {
            found.insert("*".into());
        }
        braces => {
            let inner: Vec<TokenTree> = braced(braces).into_iter().flatten().collect();
            let is_start = |at: usize| at == 0 || is(inner.get(at - 1), ",");
            let names = inner.iter().enumerate().filter(|(at, _)| is_start(*at));
            found.extend(names.map(|(_, name)| name.to_string()));
        }
    }
}

/// The layers that a file uses and may not.
fn offences(source: &Source) -> Vec<String> {
    let modules = modules_of(&source.path);
    let own = modules.first().map_or(FACE, |first| layer_of(first));
    if TOP.contains(&own) || source.path == "src/main.rs" {
        return Vec::new();
    }
    let (_, allowed) = LAYERS.iter().find(|(layer, _)| *layer == own).unwrap();
    let mut names = BTreeSet::new();
    let tokens: TokenStream = source.text.parse().unwrap();
    used(tokens, &modules, &mut names);
    names
        .iter()
        .map(|name| layer_of(name))
        .filter(|layer| *layer != own && !allowed.contains(layer))
        .map(|layer| format!("{}: `{own}` uses `{layer}`", source.path))
        .collect()
}

#[test]
fn imports_point_down() {
    let found: Vec<_> = sources(&["src"])
        .iter()
        .filter(|source| source.path != "src/lib.rs")
        .flat_map(offences)
        .collect();
    assert_eq!(found, Vec::<String>::new());
}

fn offences_of(path: &str, text: &str) -> Vec<String> {
    offences(&Source::made_up(path, text))
}

#[test]
fn an_import_that_points_up_is_seen_however_it_is_written() {
    for text in [
        "use crate::server::Server;",
        "use crate::{server::{Server, Error}, core::Tool};",
        "use super::super::server::Server;",
        "use super::super::{server};",
        "fn f() { crate::server::serve() }",
        "fn f() -> Vec<crate::server::Error> { vec![] }",
        "fn f() { tokio::select! { () = crate::server::serve() => {} } }",
        "mod inner { use super::super::super::server::Server; }",
        "use toolwright::server::Server;",
        "pub use ::toolwright::server::Server;",
    ] {
        let expected = ["src/core/tool.rs: `core` uses `server`"];
        assert_eq!(offences_of("src/core/tool.rs", text), expected, "{text}");
    }
    assert_eq!(
        offences_of("src/core/mod.rs", "use super::executor::Executor;"),
        ["src/core/mod.rs: `core` uses `executor`"]
    );
    assert_eq!(
        offences_of("src/server/http/mod.rs", "use crate::{data, tools::*};"),
        [
            "src/server/http/mod.rs: `server` uses `data`",
            "src/server/http/mod.rs: `server` uses `tools`",
        ]
    );
    assert_eq!(
        offences_of("src/core/tool.rs", "use crate::*;"),
        ["src/core/tool.rs: `core` uses `the face`"]
    );
}

#[test]
fn an_import_that_points_down_or_aside_is_allowed() {
    for (path, text) in [
        (
            "core/tool",
            "use super::{context::Context, error::ToolError};",
        ),
        ("core/tool", "pub(crate) fn f() {} pub(super) fn g() {}"),
        (
            "core/tool",
            "mod tests { use super::super::schema::Schema; }",
        ),
        ("core/tool", "/// [`X`](crate::server::X).\nfn f() {}"),
        (
            "server/http/a",
            "use crate::{core::Tool, executor::Executor};",
        ),
        (
            "server/http/a",
            "use super::super::super::executor::Executor;",
        ),
        (
            "tools/mod",
            "use crate::core::Tool; fn f() { crate::tools![a]; }",
        ),
        (
            "tools/clean",
            "use crate::prelude::*; #[crate::tool] fn f() {}",
        ),
        ("app", "use crate::{admin, config::Config, server::Server};"),
        ("cli/mod", "use crate::server::Server;"),
    ] {
        let found = offences_of(&format!("src/{path}.rs"), text);
        assert_eq!(found, Vec::<String>::new(), "{path} {text}");
    }
}

#[test]
fn every_folder_is_a_layer_that_the_table_knows() {
    let known = |name: &str| layer_of(name) != FACE || FACE_FILES.contains(&name);
    let strange: Vec<_> = sources(&["src"])
        .iter()
        .filter_map(|source| {
            let inner = source.path.strip_prefix("src/").unwrap();
            let first = inner.split('/').next().unwrap().trim_end_matches(".rs");
            (!known(first)).then(|| source.path.clone())
        })
        .collect();
    assert_eq!(strange, Vec::<String>::new());
}
