//! The command `new`: what it writes, and what it refuses. `tests/packages` builds and runs what it writes.

use std::{fs, path::Path};

use crate::harness::{Ended, Home, run};

/// Runs `toolwright new` in the home folder.
fn new(home: &Home, words: &[&str]) -> Ended {
    let mut command = home.toolwright(&[&["new"], words].concat());
    command.current_dir(home.join(""));
    run(command)
}

/// The paths of all files in a folder, sorted.
fn files(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        match path.is_dir() {
            true => found.extend(files(&path).iter().map(|file| format!("{name}/{file}"))),
            false => found.push(name),
        }
    }
    found.sort();
    found
}

#[test]
fn a_crate_is_written_that_depends_on_the_framework_of_this_repository() {
    let home = Home::new();
    let said = new(&home, &["some/demo"]).answer();
    assert!(said.starts_with("some/demo: a server in Rust"), "{said}");
    assert!(said.contains("\n  cd some/demo\n  cargo test\n"), "{said}");
    assert_eq!(
        files(&home.join("some/demo")),
        [".gitignore", "Cargo.toml", "README.md", "src/main.rs"]
    );
    let manifest = fs::read_to_string(home.join("some/demo/Cargo.toml")).unwrap();
    let framework = concat!(env!("CARGO_MANIFEST_DIR"), "/framework");
    assert!(manifest.contains("name = \"demo\""), "{manifest}");
    assert!(
        manifest.contains(&format!("{{ path = \"{framework}\" }}")),
        "{manifest}"
    );
    // Nothing else is left beside it.
    assert_eq!(fs::read_dir(home.join("some")).unwrap().count(), 1);
}

#[test]
fn a_tool_in_python_is_written_whose_definition_is_right() {
    let home = Home::new();
    // A folder that is empty is used.
    fs::create_dir(home.join("demo")).unwrap();
    let said = new(&home, &["demo", "--python"]).answer();
    assert!(said.contains("toolwright tools test"), "{said}");
    assert_eq!(
        files(&home.join("demo")),
        [
            ".gitignore",
            "README.md",
            "tests/test_greet.py",
            "tools.json",
            "tools.schema.json",
            "tools/greet.py",
        ]
    );
    let mut check = home.toolwright(&["tools", "check"]);
    check.env("TOOLWRIGHT_REGISTRY_DIR", home.join("demo"));
    // Without a PATH there is no Python, and nothing else is wrong.
    let missing = format!(
        "Error: {}:7:5: tools[0].config: the Python interpreter `python3` is not found: set `TOOLWRIGHT_PYTHON`\n",
        home.join("demo/tools.json").display()
    );
    assert_eq!(run(check).stderr, missing);
}

#[test]
fn what_is_there_is_never_overwritten() {
    let home = Home::new();
    fs::create_dir(home.join("full")).unwrap();
    fs::write(home.join("full/precious"), "1").unwrap();
    fs::write(home.join("file"), "2").unwrap();
    for (name, why) in [
        (
            "full",
            "Error: `full` exists and is not empty: choose another name\n",
        ),
        (
            "file",
            "Error: `file` exists and is a file: choose another name\n",
        ),
    ] {
        for kind in [&[name][..], &[name, "--python"]] {
            let refused = new(&home, kind);
            assert_eq!(
                (refused.code, refused.stdout.as_str()),
                (Some(1), ""),
                "{name}"
            );
            assert_eq!(refused.stderr, why);
        }
    }
    assert_eq!(files(&home.join("")), ["file", "full/precious"]);
}

#[test]
fn a_name_that_cannot_be_one_is_refused_before_anything_is_written() {
    let home = Home::new();
    for (name, why) in [
        ("Demo", "expected up to 64 characters"),
        ("..", "expected up to 64 characters"),
        ("2demo", "expected up to 64 characters"),
        ("async", "Rust or Cargo use it"),
    ] {
        let refused = new(&home, &[name]);
        assert_eq!(refused.code, Some(2), "{name}");
        assert!(refused.stderr.contains(why), "{}", refused.stderr);
    }
    assert_eq!(files(&home.join("")), Vec::<String>::new());
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let home = Home::new();
    let refused = new(&home, &["/proc/demo", "--python"]);
    assert_eq!(refused.code, Some(1));
    assert!(
        refused
            .stderr
            .starts_with("Error: cannot write `/proc/demo`: "),
        "{}",
        refused.stderr
    );
}

#[test]
fn without_the_framework_it_says_what_to_name() {
    let home = Home::new();
    // A copy of the program that is in no repository.
    let away = std::env::temp_dir().join(format!("toolwright-new-{}", std::process::id()));
    fs::copy(env!("CARGO_BIN_EXE_toolwright"), &away).unwrap();
    let mut command = home.program(&away, &["new", "demo"]);
    command.current_dir(home.join(""));
    let refused = run(command);
    fs::remove_file(away).unwrap();
    assert_eq!(refused.code, Some(1));
    let expected = "Error: the crate `toolwright` is not on crates.io yet: name the folder `framework` of its repository \
                    with `--framework`, or write the tool in Python with `--python`\n";
    assert_eq!(refused.stderr, expected);

    let wrong = new(&home, &["demo", "--framework", "/"]);
    let expected = "Error: `/` is not the folder of the crate `toolwright`: expected `framework` in its repository\n";
    assert_eq!(wrong.stderr, expected);
    assert_eq!(files(&home.join("")), Vec::<String>::new());
}
