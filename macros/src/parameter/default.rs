//! The value of an absent input: `#[default(1)]`, or `#[default]` for the type's own default.

use syn::{Attribute, Expr, Meta};

use crate::errors::at_contents;

/// The value of an absent parameter.
pub(crate) enum DefaultValue {
    /// `Default::default()` of its type.
    OfType,
    /// This value.
    Written(Box<Expr>),
}

impl DefaultValue {
    /// Reads `#[default]` or `#[default(…)]`.
    pub(super) fn parse(attribute: &Attribute) -> syn::Result<Self> {
        if matches!(attribute.meta, Meta::Path(_)) {
            return Ok(Self::OfType);
        }
        let expected = "`#[default]` expects one value: `#[default(1)]`";
        let value = attribute
            .parse_args()
            .map_err(|_| at_contents(attribute, expected))?;
        Ok(Self::Written(Box::new(value)))
    }
}
