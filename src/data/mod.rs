//! The engines behind the tools, a folder each. They know `core`, and nothing above them.

#[cfg_attr(
    not(test),
    expect(dead_code, unused_imports, reason = "the executor takes it up next")
)]
pub(crate) mod execution_log;
pub(crate) mod expression;
