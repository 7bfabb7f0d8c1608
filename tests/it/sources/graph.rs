//! Which source file uses which: the arrows between files.
//!
//! A re-export is not an arrow. A name that is imported through one leads to the file that defines it.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    imports::{Import, Imports, Path},
    tree::Source,
};

/// How many imports and re-exports a name is followed through.
const MAX_STEPS: usize = 12;

/// The files of a crate, by the paths of their modules.
#[derive(Debug)]
pub(super) struct Graph {
    files: BTreeMap<Path, File>,
}

#[derive(Debug)]
struct File {
    imports: Imports,
}

/// Arrows from modules to modules, each with a name that it is drawn for.
pub(super) type Arrows = BTreeMap<Path, BTreeMap<Path, String>>;

/// Returns the module of its crate that a file is, for instance `["core", "context"]` for
/// `framework/src/core/context.rs`.
pub(super) fn module_of(path: &str) -> Path {
    let inner = path.rsplit_once("src/").map_or(path, |(_, inner)| inner);
    let inner = inner.trim_end_matches(".rs");
    let mut module: Path = inner.split('/').map(ToOwned::to_owned).collect();
    if module.last().is_some_and(|last| last == "mod") {
        module.pop();
    }
    match inner {
        "lib" | "main" => Vec::new(),
        // It is named so that nobody takes it for a part of the interface.
        "private" => vec!["__private".into()],
        _ => module,
    }
}

impl Graph {
    /// Reads all files but those of tests.
    pub(super) fn read(sources: &[Source]) -> Self {
        let sources = sources
            .iter()
            .filter(|source| source.path != "src/main.rs" && !is_test(&source.path));
        let files = sources.map(|source| {
            let module = module_of(&source.path);
            let imports = Imports::read(&source.own_text(), &module, false);
            (module, File { imports })
        });
        Self {
            files: files.collect(),
        }
    }

    pub(super) fn arrows(&self) -> Arrows {
        let mut arrows = Arrows::new();
        for (module, file) in &self.files {
            let found = arrows.entry(module.clone()).or_default();
            for (target, name) in self.used_by(module, file) {
                if target != *module {
                    found.insert(target, name);
                }
            }
        }
        arrows
    }

    /// Returns the modules whose names a file uses.
    fn used_by(&self, module: &Path, file: &File) -> Vec<(Path, String)> {
        let names = file.imports.by_name();
        let declared = file.imports.declared.iter();
        let declared = declared.filter(|import| is_used(import, &file.imports.words));
        let declared = declared.map(|import| import.path.clone());
        let written = file.imports.written.iter().map(|path| {
            // `frame::bind` after `use super::frame`.
            let relative = path.strip_prefix(module.as_slice());
            let first = relative.and_then(|relative| relative.first());
            match first.and_then(|first| names.get(first.as_str())) {
                Some(start) => {
                    let rest = relative.into_iter().flatten().skip(1);
                    start.iter().chain(rest).cloned().collect()
                }
                None => path.clone(),
            }
        });
        let paths = declared.chain(written);
        paths
            .filter_map(|path| self.definition(&path, MAX_STEPS))
            .collect()
    }

    /// Returns the module that defines what `path` names, and the name. A module alone is nothing that is used.
    fn definition(&self, path: &[String], steps: usize) -> Option<(Path, String)> {
        let mut length = 0;
        while length < path.len() && self.files.contains_key(&path[..=length]) {
            length += 1;
        }
        let (module, rest) = path.split_at(length);
        let (name, inner) = rest.split_first()?;
        let file = self.files.get(module)?;
        if steps > 0
            && let Some(target) = self.imported(file, name)
        {
            let target: Path = target.iter().chain(inner).cloned().collect();
            return self.definition(&target, steps - 1);
        }
        // A path such as `tokio::spawn` seems to lead into the module that it stands in.
        file.imports
            .words
            .contains(name)
            .then(|| (module.to_vec(), name.clone()))
    }

    /// Returns the path that `name` stands for in a file that imports it. Children see the private imports of their
    /// parent, so these count as well.
    fn imported(&self, file: &File, name: &str) -> Option<Path> {
        let declared = || file.imports.declared.iter();
        let named = declared().find(|import| import.name == name);
        let by_glob = || {
            let globs = declared().filter(|import| import.name == "*");
            let mut paths = globs.filter(|import| self.knows(&import.path, name));
            let path = &paths.next()?.path;
            Some([path.as_slice(), &[name.to_owned()]].concat())
        };
        named.map(|import| import.path.clone()).or_else(by_glob)
    }

    fn knows(&self, module: &Path, name: &str) -> bool {
        self.files.get(module).is_some_and(|file| {
            let mut declared = file.imports.declared.iter();
            declared.any(|import| import.name == name) || file.imports.words.contains(name)
        })
    }
}

fn is_test(path: &str) -> bool {
    path.contains("/tests/") || path.ends_with("/tests.rs")
}

/// Whether a declaration is for this file: one that only hands a name on is not.
fn is_used(import: &Import, words: &BTreeSet<String>) -> bool {
    !import.is_exported || words.contains(&import.name)
}
