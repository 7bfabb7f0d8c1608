//! What the guide of the framework leaves out: every public method is in the guide, in a recipe or in an
//! example, those of rustdoc included.
//!
//! The types of values are not inferred, so a method with a receiver is known by its name alone: one `.name()` stands for
//! that of every type. Some 90 names belong to several types. To ask for the name of the type in the same
//! example would not be right either: most examples get their values from a function and name no type. Methods
//! of traits, of `cli` and of types that are exported under another name are left out.

use std::{collections::BTreeSet, fs, path::Path};

use regex_lite::Regex;
use syn::{Attribute, ImplItem, Item, Type, UseTree, Visibility};

use super::{
    scan::{is_for_tests, without_tests},
    tree::{Source, sources},
};

/// The files that say what is public.
const FACE: [&str; 5] = [
    "framework/src/access/mod.rs",
    "framework/src/api/",
    "framework/src/client/mod.rs",
    "framework/src/lib.rs",
    "framework/src/prelude.rs",
];
const GUIDES: [&str; 2] = ["docs/framework.md", "docs/recipes.md"];

/// Returns the names of the types that the framework exports.
fn public_types(sources: &[Source]) -> BTreeSet<String> {
    let is_face = |source: &&Source| FACE.iter().any(|path| source.path.starts_with(path));
    let mut names = BTreeSet::new();
    for source in sources.iter().filter(is_face) {
        for item in source.syntax().items {
            if let Item::Use(import) = item
                && matches!(import.vis, Visibility::Public(_))
            {
                add_names(&import.tree, &mut names);
            }
        }
    }
    names
}

fn add_names(tree: &UseTree, names: &mut BTreeSet<String>) {
    match tree {
        UseTree::Path(path) => add_names(&path.tree, names),
        UseTree::Group(group) => group.items.iter().for_each(|tree| add_names(tree, names)),
        UseTree::Name(name) => drop(names.insert(name.ident.to_string())),
        UseTree::Rename(_) | UseTree::Glob(_) => {}
    }
}

/// A public method, or a function of a type such as `new`.
#[derive(Debug, Clone)]
struct Method {
    /// Its name, as `Type::method`.
    path: String,
    /// Whether it is called with a value before the dot.
    has_receiver: bool,
}

/// Returns the public methods of a file.
fn methods(source: &Source, types: &BTreeSet<String>) -> Vec<Method> {
    let mut found = Vec::new();
    for item in without_tests(source.syntax()).items {
        let Item::Impl(block) = item else { continue };
        let (None, Type::Path(path)) = (&block.trait_, &*block.self_ty) else {
            continue;
        };
        let Some(name) = path.path.segments.last().map(|last| last.ident.to_string()) else {
            continue;
        };
        if !types.contains(&name) || is_hidden(&block.attrs) {
            continue;
        }
        found.extend(block.items.iter().filter_map(|item| match item {
            ImplItem::Fn(method)
                if matches!(method.vis, Visibility::Public(_)) && !is_hidden(&method.attrs) =>
            {
                Some(Method {
                    path: format!("{name}::{}", method.sig.ident),
                    has_receiver: method.sig.receiver().is_some(),
                })
            }
            _ => None,
        }));
    }
    found
}

/// Whether it is not for users: hidden, or only there in tests.
fn is_hidden(attributes: &[Attribute]) -> bool {
    is_for_tests(attributes)
        || attributes.iter().any(|attribute| {
            attribute.path().is_ident("doc")
                && attribute
                    .parse_args::<syn::Ident>()
                    .is_ok_and(|word| word == "hidden")
        })
}

/// Returns the lines between fences.
fn code<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let (mut inside, mut code) = (false, String::new());
    for line in lines {
        if line.trim_start().starts_with("```") {
            inside = !inside;
        } else if inside {
            code.push_str(line);
            code.push('\n');
        }
    }
    code
}

/// Returns the code in the docs of a file.
fn examples(source: &Source) -> String {
    code(source.text.lines().filter_map(|line| {
        let line = line.trim_start();
        line.strip_prefix("///")
            .or_else(|| line.strip_prefix("//!"))
    }))
}

/// Returns the names that are called in some code: those of methods, and `Type::function`.
fn called(code: &str) -> BTreeSet<String> {
    let method = Regex::new(r"(?:\.|::)\s*([a-z_0-9]+)").unwrap();
    let function = Regex::new(r"([A-Z]\w*)(?:::<[^>]*>)?::\s*([a-z_0-9]+)").unwrap();
    let methods = method.captures_iter(code).map(|found| found[1].to_owned());
    let functions = function.captures_iter(code);
    let functions = functions.map(|found| format!("{}::{}", &found[1], &found[2]));
    methods.chain(functions).collect()
}

/// Returns the methods that no code calls. What has no receiver is called by the name of its type.
fn missing(methods: &[Method], code: &str) -> Vec<String> {
    let called = called(code);
    let is_missing = |method: &&Method| {
        let name = match method.has_receiver {
            true => method.path.rsplit("::").next().unwrap_or_default(),
            false => &method.path,
        };
        !called.contains(name)
    };
    let missing = methods.iter().filter(is_missing);
    missing.map(|method| method.path.clone()).collect()
}

#[test]
fn every_public_method_is_in_the_guide_or_in_an_example() {
    let framework = sources(&["framework/src"]);
    let types = public_types(&framework);
    let methods: Vec<_> = framework
        .iter()
        .filter(|source| !source.path.starts_with("framework/src/cli/"))
        .flat_map(|source| methods(source, &types))
        .collect();
    assert!(methods.len() > 300, "{} methods", methods.len());
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let guides = GUIDES.map(|path| fs::read_to_string(root.join(path)).unwrap());
    let mut all: String = guides.iter().map(|text| code(text.lines())).collect();
    all.extend(sources(&["examples"]).into_iter().map(|source| source.text));
    all.extend(framework.iter().map(examples));
    let missing = missing(&methods, &all);
    assert!(
        missing.is_empty(),
        "{} of {} public methods are in no example:\n{}",
        missing.len(),
        methods.len(),
        missing.join("\n")
    );
}

#[test]
fn a_method_that_is_in_no_example_is_found() {
    let text = "/// ```\n/// list.add(1);\n/// Other::new();\n/// List::<u8>::of();\n/// ```\nimpl List { pub fn add(&self) {} pub fn drop_all(&self) {} \
                pub fn new() -> Self {} pub fn of() -> Self {} \
                #[doc(hidden)] pub fn inner(&self) {} fn own(&self) {} } impl Other { pub fn x(&self) {} } \
                impl Drop for List { fn drop(&mut self) {} }";
    let source = Source::made_up("list.rs", text);
    let face = Source::made_up(
        "framework/src/api/list.rs",
        "pub use crate::core::{List, Set as Bag};",
    );
    let types = public_types(&[face, source.clone()]);
    let methods = methods(&source, &types);
    let paths: Vec<_> = methods.iter().map(|method| &method.path).collect();
    assert_eq!(
        paths,
        ["List::add", "List::drop_all", "List::new", "List::of"]
    );
    assert_eq!(
        missing(&methods, &examples(&source)),
        ["List::drop_all", "List::new"]
    );
}
