//! What stands in the place of an engine that this build has not: it says which variables name another.
#![cfg_attr(
    all(
        feature = "embedded-encoder",
        feature = "embedded-postgres",
        feature = "embedded-vectors"
    ),
    expect(dead_code, reason = "a build with everything lacks nothing")
)]
