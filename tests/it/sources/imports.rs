//! The paths that a source file names, from the crate's root.
//!
//! They are read from the tokens, not from the syntax tree, so that those inside of macro calls count too.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::scan::is;

/// The name under which every macro of the crate is found: `crate::tools![…]` is not the module `tools`.
pub(super) const MACROS: &str = "a macro";

/// A path from the crate's root, for instance `["core", "Tool"]`.
pub(super) type Path = Vec<String>;

/// A name that a `use` declaration brings into a module.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Import {
    /// The name, `*` for all names of the module at `path`.
    pub(super) name: String,
    pub(super) path: Path,
    /// Whether the declaration is `pub`, in any form.
    pub(super) is_exported: bool,
}

/// All paths of one file.
#[derive(Debug, Default)]
pub(super) struct Imports {
    pub(super) declared: BTreeSet<Import>,
    /// Paths in code: absolute, or relative to the module that they stand in.
    pub(super) written: BTreeSet<Path>,
    /// All words outside of `use` declarations.
    pub(super) words: BTreeSet<String>,
}

impl Imports {
    /// Reads the tokens of the module at `module`. Items under `#[cfg(test)]` count where `with_tests` is set.
    pub(super) fn read(text: &str, module: &[String], with_tests: bool) -> Self {
        let mut imports = Self::default();
        let tokens = text.parse().expect("sources consist of Rust tokens");
        imports.scan(tokens, module, with_tests);
        imports
    }

    /// Returns every path, declared or written.
    pub(super) fn paths(&self) -> BTreeSet<&Path> {
        let declared = self.declared.iter().map(|import| &import.path);
        declared.chain(&self.written).collect()
    }

    /// Returns the paths that declared names stand for.
    pub(super) fn by_name(&self) -> BTreeMap<&str, &Path> {
        self.declared
            .iter()
            .map(|import| (import.name.as_str(), &import.path))
            .collect()
    }

    fn scan(&mut self, tokens: TokenStream, module: &[String], with_tests: bool) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while at < tokens.len() {
            if !with_tests && is_test_attribute(&tokens[at..]) {
                at += item_length(&tokens[at..]);
            } else if is(tokens.get(at), "use") && !is_part_of_path(&tokens, at) {
                at += self.declare(&tokens, at, module);
            } else {
                self.visit(&tokens, at, module, with_tests);
                at += 1;
            }
        }
    }

    /// Reads the declaration at `at` and returns how many tokens it has.
    fn declare(&mut self, tokens: &[TokenTree], at: usize, module: &[String]) -> usize {
        let length = tokens[at..]
            .iter()
            .position(|token| is(Some(token), ";"))
            .unwrap_or(tokens.len() - at);
        let before = |back: usize| at.checked_sub(back).and_then(|at| tokens.get(at));
        let is_exported = is(before(1), "pub") || is(before(2), "pub");
        let tree = &tokens[at + 1..at + length];
        for (path, alias) in leaves(tree) {
            let is_glob = path.last().is_some_and(|last| last == "*");
            let Some(mut path) = absolute(&path, module) else {
                continue;
            };
            let last = path.last().cloned().unwrap_or_default();
            if is_glob {
                path.pop();
            }
            self.declared.insert(Import {
                name: alias.unwrap_or(last),
                path,
                is_exported,
            });
        }
        length
    }

    fn visit(&mut self, tokens: &[TokenTree], at: usize, module: &[String], with_tests: bool) {
        match &tokens[at] {
            TokenTree::Group(group) => {
                let name = at.checked_sub(1).and_then(|at| tokens.get(at));
                let is_module = at >= 2 && is(tokens.get(at - 2), "mod");
                let mut inner = module.to_vec();
                if is_module && group.delimiter() == Delimiter::Brace {
                    inner.push(name.map(ToString::to_string).unwrap_or_default());
                }
                self.scan(group.stream(), &inner, with_tests);
            }
            TokenTree::Ident(word) => {
                self.words.insert(word.to_string());
                if !is_part_of_path(tokens, at)
                    && let Some(path) = written_path(&tokens[at..])
                    && let Some(path) = absolute(&path, module)
                {
                    self.written.insert(path);
                }
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// Whether the word at `at` is not the start of a path: it follows `::`, or is the `crate` of `$crate`.
fn is_part_of_path(tokens: &[TokenTree], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|at| tokens.get(at));
    let second = at.checked_sub(2).and_then(|at| tokens.get(at));
    let is_external = is(tokens.get(at), "toolwright");
    is(before, "$") || (is(before, ":") && is(second, ":") && !is_external)
}

fn is_test_attribute(tokens: &[TokenTree]) -> bool {
    let Some(TokenTree::Group(attribute)) = tokens.get(1) else {
        return false;
    };
    is(tokens.first(), "#") && attribute.stream().to_string().replace(' ', "") == "cfg(test)"
}

/// Returns the number of tokens up to the end of an item: its braces or its semicolon.
fn item_length(tokens: &[TokenTree]) -> usize {
    let ends = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        other => is(Some(other), ";"),
    };
    let end = tokens.iter().position(ends);
    end.map_or(tokens.len(), |end| end + 1)
}

/// Returns a path in code of at least two parts.
fn written_path(tokens: &[TokenTree]) -> Option<Path> {
    let (path, length) = segments(tokens);
    let is_macro = is(tokens.get(length), "!") && !is(tokens.get(length + 1), "=");
    match path.as_slice() {
        [] | [_] => None,
        [root, _] if is_macro && (root == "crate" || root == "toolwright") => {
            Some(vec![root.clone(), MACROS.into()])
        }
        _ => Some(path),
    }
}

/// Returns the words of a path, and how many tokens they take.
fn segments(tokens: &[TokenTree]) -> (Path, usize) {
    let mut path = Vec::new();
    let mut at = 0;
    while let Some(TokenTree::Ident(word)) = tokens.get(at) {
        path.push(word.to_string());
        at += 1;
        if !(is(tokens.get(at), ":") && is(tokens.get(at + 1), ":")) {
            break;
        }
        match tokens.get(at + 2) {
            Some(TokenTree::Ident(_)) => at += 2,
            _ => break,
        }
    }
    (path, at)
}

/// Returns the paths of a `use` tree, each with its alias.
fn leaves(tokens: &[TokenTree]) -> Vec<(Path, Option<String>)> {
    let start = if is(tokens.first(), ":") { 2 } else { 0 };
    let (path, length) = segments(&tokens[start..]);
    let rest = &tokens[start + length..];
    let after = if is(rest.first(), ":") {
        &rest[2..]
    } else {
        rest
    };
    let join = |inner: Path| {
        let inner = inner.into_iter().filter(|word| word != "self");
        path.iter().cloned().chain(inner).collect::<Path>()
    };
    match after.first() {
        Some(TokenTree::Group(group)) => {
            let inner: Vec<TokenTree> = group.stream().into_iter().collect();
            let parts = inner.split(|token| is(Some(token), ","));
            let parts = parts.filter(|part| !part.is_empty());
            let inner = parts.flat_map(leaves);
            inner.map(|(path, alias)| (join(path), alias)).collect()
        }
        Some(token) if is(Some(token), "*") => vec![(join(vec!["*".into()]), None)],
        Some(token) if is(Some(token), "as") => {
            let alias = after.get(1).map(ToString::to_string);
            vec![(path, alias)]
        }
        _ => vec![(path, None)],
    }
}

/// Returns a path from the crate's root, if it stays within the crate. A path that begins with any other word is
/// taken for one into a child of `module`.
fn absolute(path: &[String], module: &[String]) -> Option<Path> {
    let mut place = module.to_vec();
    let mut rest = path;
    match path.first()?.as_str() {
        "crate" | "toolwright" => {
            place.clear();
            rest = &path[1..];
        }
        "self" => rest = &path[1..],
        "super" => {
            while rest.first().is_some_and(|word| word == "super") {
                place.pop()?;
                rest = &rest[1..];
            }
        }
        _ => {}
    }
    place.extend(rest.iter().cloned());
    Some(place)
}
