//! [`Source`]: where the value of a parameter comes from.

/// The source of the value of a parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    /// The client sends it: it has an attribute that only such a parameter has, or a type that
    /// cannot be anything else.
    Sent,
    /// It is taken from the call with `FromContext`.
    Taken,
    /// Its type decides, when the generated code is compiled.
    ByType,
}
