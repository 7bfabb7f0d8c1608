//! No two files need each other, but for a parent and its private part; no two folders do.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    graph::{Arrows, Graph},
    imports::Path,
    tree::{CRATES, Source, sources},
};

/// Returns the groups of nodes that reach each other.
fn circles<N: Ord + Clone>(arrows: &BTreeMap<N, BTreeSet<N>>) -> Vec<BTreeSet<N>> {
    let reach: BTreeMap<&N, BTreeSet<&N>> = arrows
        .keys()
        .map(|node| (node, reached(arrows, node)))
        .collect();
    let mut found: BTreeSet<BTreeSet<N>> = BTreeSet::new();
    for (node, reached) in &reach {
        let together = reached
            .iter()
            .filter(|other| reach.get(*other).is_some_and(|back| back.contains(node)));
        let together: BTreeSet<N> = together.map(|other| (*other).clone()).collect();
        if together.len() > 1 {
            found.insert(together);
        }
    }
    found.into_iter().collect()
}

fn reached<'a, N: Ord>(arrows: &'a BTreeMap<N, BTreeSet<N>>, from: &N) -> BTreeSet<&'a N> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&N> = arrows.get(from).into_iter().flatten().collect();
    while let Some(node) = open.pop() {
        if found.insert(node) {
            open.extend(arrows.get(node).into_iter().flatten());
        }
    }
    found
}

fn between(arrows: &Arrows, nodes: &BTreeSet<Path>) -> BTreeMap<Path, BTreeSet<Path>> {
    let targets = |node: &Path| {
        let targets = arrows.get(node).into_iter().flatten().map(|(to, _)| to);
        targets.filter(|to| nodes.contains(*to)).cloned().collect()
    };
    nodes
        .iter()
        .map(|node| (node.clone(), targets(node)))
        .collect()
}

/// Whether a circle consists of a parent and files directly below it that need nothing but the parent to close it.
fn is_parent_with_parts(arrows: &Arrows, circle: &BTreeSet<Path>) -> bool {
    let Some(parent) = circle.iter().min_by_key(|module| module.len()) else {
        return false;
    };
    let is_part = |module: &Path| module.len() == parent.len() + 1 && module.starts_with(parent);
    let parts: BTreeSet<Path> = circle.iter().filter(|it| *it != parent).cloned().collect();
    !parent.is_empty() && parts.iter().all(is_part) && circles(&between(arrows, &parts)).is_empty()
}

/// Describes the circles between files that are not allowed.
fn file_circles(arrows: &Arrows) -> Vec<String> {
    let all = between(arrows, &arrows.keys().cloned().collect());
    circles(&all)
        .iter()
        .filter(|circle| !is_parent_with_parts(arrows, circle))
        .map(|circle| describe(arrows, circle))
        .collect()
}

fn describe(arrows: &Arrows, circle: &BTreeSet<Path>) -> String {
    let mut text = format!("{} files", circle.len());
    for from in circle {
        for (to, name) in arrows.get(from).into_iter().flatten() {
            if circle.contains(to) {
                text += &format!("\n  {} -> {}: {name}", from.join("/"), to.join("/"));
            }
        }
    }
    text
}

/// Describes the circles between folders with the same parent folder. Each folder counts with all that is below it.
fn folder_circles(arrows: &Arrows) -> Vec<String> {
    let prefixes: BTreeSet<&[String]> = arrows
        .keys()
        .flat_map(|module| (0..module.len()).map(|length| &module[..length]))
        .collect();
    let folders = prefixes.iter().flat_map(|parent| {
        let rooms = rooms_of(arrows, &prefixes, parent);
        let found = circles(&rooms).into_iter();
        found
            .map(|circle| describe_rooms(arrows, &circle))
            .collect::<Vec<_>>()
    });
    folders.collect()
}

/// Returns the folders directly below `parent`, with the arrows between them.
fn rooms_of(
    arrows: &Arrows,
    folders: &BTreeSet<&[String]>,
    parent: &[String],
) -> BTreeMap<Path, BTreeSet<Path>> {
    let room = |module: &Path| {
        let below = module.len() > parent.len() && module.starts_with(parent);
        let room = below.then(|| module[..=parent.len()].to_vec());
        room.filter(|room| folders.contains(room.as_slice()))
    };
    let mut rooms: BTreeMap<Path, BTreeSet<Path>> = BTreeMap::new();
    for (from, targets) in arrows {
        let Some(own) = room(from) else { continue };
        let targets = targets
            .keys()
            .filter_map(room)
            .filter(|other| *other != own);
        rooms.entry(own.clone()).or_default().extend(targets);
    }
    rooms
}

fn describe_rooms(arrows: &Arrows, circle: &BTreeSet<Path>) -> String {
    let names: Vec<_> = circle.iter().map(|room| room.join("/")).collect();
    let mut text = format!("folders {}", names.join(", "));
    let room = |module: &Path| circle.iter().find(|room| module.starts_with(room));
    for (from, targets) in arrows {
        for (to, name) in targets {
            if let (Some(own), Some(other)) = (room(from), room(to))
                && own != other
            {
                text += &format!("\n  {} -> {}: {name}", from.join("/"), to.join("/"));
            }
        }
    }
    text
}

/// Returns the arrows within each crate.
fn arrows_of_crates() -> Vec<Arrows> {
    let arrows = CRATES
        .iter()
        .map(|folder| Graph::read(&sources(&[folder])).arrows());
    arrows.collect()
}

#[test]
fn no_two_files_need_each_other() {
    let all = arrows_of_crates();
    let count: usize = all
        .iter()
        .flat_map(BTreeMap::values)
        .map(BTreeMap::len)
        .sum();
    assert!(count > 1_000, "{count} arrows");
    let found: Vec<_> = all.iter().flat_map(file_circles).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn no_two_folders_need_each_other() {
    let found: Vec<_> = arrows_of_crates().iter().flat_map(folder_circles).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

fn arrows_of(files: &[(&str, &str)]) -> Arrows {
    let made_up = files
        .iter()
        .map(|(path, text)| Source::made_up(&format!("src/{path}.rs"), text));
    Graph::read(&made_up.collect::<Vec<_>>()).arrows()
}

#[test]
fn a_circle_of_files_is_seen_however_it_is_written() {
    let one = "use super::two::Two; pub struct One(Two);";
    for two in [
        "use super::one::One; pub struct Two;",
        "use crate::a::one::One; pub struct Two;",
        "use crate::a::{three, one::{One as Other}}; pub struct Two;",
        "use super::One; pub struct Two;",
        "pub struct Two(super::one::One);",
        "pub struct Two; fn f() { vec![crate::a::One::new()] }",
        "use super::one; pub struct Two(one::One);",
        "use super::*; pub struct Two(super::One);",
        "use super::Private; pub struct Two;",
        "mod inner { use super::super::one::One; } pub struct Two;",
    ] {
        let files = [
            (
                "a/mod",
                "mod one; mod two; pub use one::One; use one::One as Private;",
            ),
            ("a/one", one),
            ("a/two", two),
        ];
        assert_eq!(
            file_circles(&arrows_of(&files)),
            ["2 files\n  a/one -> a/two: Two\n  a/two -> a/one: One"],
            "{two}"
        );
    }
}

#[test]
fn what_is_not_a_circle_is_not_taken_for_one() {
    for two in [
        "pub struct Two;",
        "pub use super::one::One; pub struct Two;",
        "/// [`One`](super::one::One).\npub struct Two;",
        "pub struct Two; #[cfg(test)] mod tests { use super::super::one::One; }",
        "use super::one; pub struct Two;",
        "use other::one::One; pub struct Two;",
    ] {
        let files = [
            ("a/mod", "mod one; mod two;"),
            ("a/one", "use super::two::Two; pub struct One(Two);"),
            ("a/two", two),
        ];
        assert_eq!(
            file_circles(&arrows_of(&files)),
            Vec::<String>::new(),
            "{two}"
        );
    }
}

#[test]
fn a_parent_and_its_parts_may_need_each_other() {
    let parent = "mod one; mod two; use one::One; pub struct Parent(One, two::Two);";
    let part = "pub struct One(super::Parent);";
    let files = [
        ("a/mod", parent),
        ("a/one", part),
        ("a/two", "pub struct Two(super::Parent);"),
    ];
    assert_eq!(file_circles(&arrows_of(&files)), Vec::<String>::new());
    let files = [
        ("a/mod", parent),
        ("a/one", part),
        ("a/two", "pub struct Two(super::Parent, super::one::One);"),
    ];
    assert_eq!(file_circles(&arrows_of(&files)), Vec::<String>::new());
    let files = [
        ("a/mod", parent),
        ("a/one", "pub struct One(super::two::Two);"),
        ("a/two", "pub struct Two(super::Parent, super::one::One);"),
    ];
    assert_eq!(file_circles(&arrows_of(&files)).len(), 1);
}

#[test]
fn a_circle_of_folders_is_seen() {
    let files = [
        ("a/mod", "mod b; mod c;"),
        (
            "a/b/mod",
            "mod one; mod two; pub use one::One; pub use two::Two;",
        ),
        (
            "a/b/one",
            "use super::super::c::Three; pub struct One(Three);",
        ),
        ("a/b/two", "pub struct Two;"),
        ("a/c/mod", "mod three; mod four; pub use three::Three;"),
        ("a/c/three", "pub struct Three;"),
        ("a/c/four", "use crate::a::b::Two; pub struct Four(Two);"),
    ];
    let arrows = arrows_of(&files);
    assert_eq!(file_circles(&arrows), Vec::<String>::new());
    assert_eq!(
        folder_circles(&arrows),
        ["folders a/b, a/c\n  a/b/one -> a/c/three: Three\n  a/c/four -> a/b/two: Two"]
    );
}
