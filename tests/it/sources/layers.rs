//! Imports point down: each layer uses those below it, and no other.

use std::collections::BTreeSet;

use super::{
    graph::module_of,
    imports::Imports,
    tree::{Source, sources},
};

/// The layers of a crate that each of its layers may use. Cargo holds the direction between crates.
struct Layers {
    /// The folder of the crate's sources.
    folder: &'static str,
    /// From the bottom up, each with the layers that it may use.
    layers: &'static [(&'static str, &'static [&'static str])],
    /// The layers that may use everything.
    top: &'static [&'static str],
    /// The files at the root that are no layer: they make up the face of the crate.
    face: &'static [&'static str],
    /// The layers that the face may use.
    face_uses: &'static [&'static str],
}

const CRATES: [Layers; 2] = [
    Layers {
        folder: "framework/src",
        layers: &[
            ("core", &[]),
            ("execution_log", &["core"]),
            ("telemetry", &["core"]),
            ("access", &["core"]),
            ("executor", &["core"]),
            ("server", &["access", "core", "executor"]),
            ("client", &["core", "executor", "server"]),
        ],
        top: &["cli"],
        face: &["api", "lib", "lists", "prelude", "private", "__private"],
        face_uses: &[
            "client",
            "core",
            "execution_log",
            "executor",
            "server",
            "telemetry",
        ],
    },
    Layers {
        folder: "src",
        layers: &[
            ("choice", &[]),
            ("tools", &["choice"]),
            ("config", &[]),
            ("agents", &[]),
            ("admin", &["agents", "choice", "tools"]),
        ],
        top: &["app", "main"],
        face: &["lib"],
        face_uses: &[],
    },
];

/// The face of a crate, as a layer.
const FACE: &str = "the face";

impl Layers {
    /// The layer of a module's name.
    fn layer_of<'a>(&self, name: &'a str) -> &'a str {
        let is_layer =
            self.layers.iter().any(|(layer, _)| *layer == name) || self.top.contains(&name);
        if is_layer { name } else { FACE }
    }

    /// The layers that a file uses and may not.
    fn offences(&self, source: &Source) -> Vec<String> {
        let module = module_of(&source.path);
        let own = module.first().map_or(FACE, |first| self.layer_of(first));
        if self.top.contains(&own) || source.path.ends_with("src/main.rs") {
            return Vec::new();
        }
        let layer = self.layers.iter().find(|(layer, _)| *layer == own);
        let allowed = layer.map_or(self.face_uses, |(_, allowed)| allowed);
        used(source)
            .iter()
            .map(|name| self.layer_of(name))
            .filter(|layer| *layer != own && !allowed.contains(layer))
            .map(|layer| format!("{}: `{own}` uses `{layer}`", source.path))
            .collect()
    }
}

/// Returns the names at the crate's root that a file uses.
fn used(source: &Source) -> BTreeSet<String> {
    let imports = Imports::read(&source.own_text(), &module_of(&source.path), true);
    let roots = imports.paths().into_iter();
    let roots = roots.map(|path| path.first().map_or("*", String::as_str).to_owned());
    roots.collect()
}

#[test]
fn imports_point_down() {
    let of_crate = |layers: &Layers| {
        let sources = sources(&[layers.folder]);
        let sources = sources
            .iter()
            .filter(|source| !source.path.ends_with("src/lib.rs"));
        sources
            .flat_map(|source| layers.offences(source))
            .collect::<Vec<_>>()
    };
    let found: Vec<_> = CRATES.iter().flat_map(of_crate).collect();
    assert_eq!(found, Vec::<String>::new());
}

fn offences_of(path: &str, text: &str) -> Vec<String> {
    CRATES[0].offences(&Source::made_up(path, text))
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
        let expected = ["framework/src/core/tool.rs: `core` uses `server`"];
        assert_eq!(
            offences_of("framework/src/core/tool.rs", text),
            expected,
            "{text}"
        );
    }
    assert_eq!(
        offences_of(
            "framework/src/core/mod.rs",
            "use super::executor::Executor;"
        ),
        ["framework/src/core/mod.rs: `core` uses `executor`"]
    );
    assert_eq!(
        offences_of(
            "framework/src/server/http/mod.rs",
            "use crate::{execution_log, tool::*};"
        ),
        [
            "framework/src/server/http/mod.rs: `server` uses `execution_log`",
            "framework/src/server/http/mod.rs: `server` uses `the face`",
        ]
    );
    assert_eq!(
        offences_of("framework/src/core/tool.rs", "use crate::*;"),
        ["framework/src/core/tool.rs: `core` uses `the face`"]
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
        ("cli/mod", "use crate::server::Server;"),
    ] {
        let found = offences_of(&format!("framework/src/{path}.rs"), text);
        assert_eq!(found, Vec::<String>::new(), "{path} {text}");
    }
}

#[test]
fn every_folder_is_a_layer_that_the_table_knows() {
    let strange = |layers: &Layers| {
        let known = |name: &str| layers.layer_of(name) != FACE || layers.face.contains(&name);
        let sources = sources(&[layers.folder]).into_iter();
        let strange = sources.filter(|source| {
            let module = module_of(&source.path);
            module.first().is_some_and(|first| !known(first))
        });
        strange.map(|source| source.path).collect::<Vec<_>>()
    };
    let found: Vec<_> = CRATES.iter().flat_map(strange).collect();
    assert_eq!(found, Vec::<String>::new());
}
