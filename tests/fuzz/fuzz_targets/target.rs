//! `fuzz_target!`: that of the fuzzer with `--cfg fuzzing`, else a program that runs the target on files.

#[cfg(fuzzing)]
pub use libfuzzer_sys::fuzz_target;

/// Defines a program that runs the target on each of the files that its arguments name.
#[cfg(not(fuzzing))]
macro_rules! fuzz_target {
    (|$input:ident: &[u8]| $body:block) => {
        fn main() {
            $crate::target::run(|$input: &[u8]| $body);
        }
    };
    (|$input:ident: &str| $body:block) => {
        fn main() {
            $crate::target::run(|bytes: &[u8]| {
                let Ok($input) = std::str::from_utf8(bytes) else {
                    return;
                };
                $body
            });
        }
    };
}
#[cfg(not(fuzzing))]
pub(crate) use fuzz_target;

#[cfg(not(fuzzing))]
pub fn run(target: impl Fn(&[u8])) {
    for file in std::env::args_os().skip(1) {
        target(&std::fs::read(file).expect("a file that can be read"));
    }
}
