//! Mistakes that only the compiler can see, and the messages it prints for them.
//!
//! The folder `ui` holds one file for each mistake, with the whole message beside it. Mistakes that the
//! macros see themselves are tested in `macros/src/tests`.
//!
//! The cases are compiled by hand and not by `trybuild`: that builds every dependency again, in a
//! folder of its own, which takes minutes. Here the compiler reads the libraries that Cargo has just
//! built for these tests.

mod compiler;
mod normalize;

use std::{env, fs, path::PathBuf};

use self::compiler::Compiler;

/// The folder of the cases, from the root of the package.
const CASES: &str = "tests/it/compile_errors/ui";
/// When this variable is set, the expected messages are overwritten with the current ones.
const OVERWRITE: &str = "TOOLWRIGHT_TEST_OVERWRITE";

#[test]
fn each_mistake_has_the_expected_message() {
    let compiler = Compiler::new();
    let entries = fs::read_dir(CASES).unwrap();
    let mut cases: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    cases.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    cases.sort();
    assert!(!cases.is_empty());
    let mut failures = Vec::new();
    for case in cases {
        let message = compiler.message(&case);
        let file = case.with_extension("stderr");
        if env::var_os(OVERWRITE).is_some() {
            fs::write(&file, &message).unwrap();
        }
        let expected = fs::read_to_string(&file).unwrap_or_default();
        if message != expected {
            let case = case.display();
            failures.push(format!(
                "{case}\n--- expected:\n{expected}--- found:\n{message}"
            ));
        }
    }
    assert!(
        failures.is_empty(),
        "{}\nset {OVERWRITE}=1 to accept the messages found",
        failures.join("\n")
    );
}
