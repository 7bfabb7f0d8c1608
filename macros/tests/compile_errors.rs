//! Mistakes that only the compiler can see, and what it says then. `tests/ui` holds one file a mistake, and the whole message beside it.
//!
//! Mistakes that the macros see themselves are tested in `src/tests`.

#[test]
fn mistakes_are_explained_by_the_compiler_at_their_culprit() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
