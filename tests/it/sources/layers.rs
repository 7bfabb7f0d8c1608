//! Imports point down: each layer uses those below it, and no other.

use std::collections::BTreeSet;

use super::{
    graph::module_of,
    imports::Imports,
    tree::{Source, sources},
};

/// The layers that each layer may use. The names of the crate's face (`tool`, `prelude`, …) are layers of their own here.
const LAYERS: [(&str, &[&str]); 9] = [
    ("core", &[]),
    ("data", &["core"]),
    ("access", &["core", "data"]),
    ("executor", &["core", "data"]),
    ("tools", &["core", "data", FACE]),
    ("registry", &["core", "data", "tools"]),
    ("server", &["access", "core", "executor"]),
    (
        "admin",
        &[
            "access", "core", "data", "executor", "registry", "server", "tools",
        ],
    ),
    // `tools` is also the name of a macro.
    (FACE, &["core", "data", "executor", "server", "tools"]),
];

/// The files that may use everything.
const TOP: [&str; 4] = ["app", "cli", "config", "main"];

/// The files at the crate's root: the macros and their machinery.
const FACE: &str = "the face";
const FACE_FILES: [&str; 6] = ["api", "lib", "lists", "prelude", "private", "__private"];

/// The layer of a module's name.
fn layer_of(name: &str) -> &str {
    let is_layer = LAYERS.iter().any(|(layer, _)| *layer == name) || TOP.contains(&name);
    if is_layer { name } else { FACE }
}

/// Returns the names at the crate's root that a file uses.
fn used(source: &Source) -> BTreeSet<String> {
    let imports = Imports::read(&source.text, &module_of(&source.path), true);
    let roots = imports.paths().into_iter();
    let roots = roots.map(|path| path.first().map_or("*", String::as_str).to_owned());
    roots.collect()
}

/// The layers that a file uses and may not.
fn offences(source: &Source) -> Vec<String> {
    let module = module_of(&source.path);
    let own = module.first().map_or(FACE, |first| layer_of(first));
    if TOP.contains(&own) || source.path == "src/main.rs" {
        return Vec::new();
    }
    let (_, allowed) = LAYERS.iter().find(|(layer, _)| *layer == own).unwrap();
    used(source)
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
        ("app", "use crate::{cli, config::Config, server::Server};"),
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
