//! [`KindName`]: the `type` of a tool.

use crate::jsonc::Node;

/// The `type` of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KindName {
    Builtin,
    Expression,
    Http,
    Mcp,
    Python,
    Shell,
    Sql,
}

impl KindName {
    pub const ALL: [Self; 7] = [
        Self::Builtin,
        Self::Expression,
        Self::Http,
        Self::Mcp,
        Self::Python,
        Self::Shell,
        Self::Sql,
    ];

    /// Reads a kind.
    ///
    /// `PYTHON` in capital letters is what a database of custom tools calls an expression; a Python
    /// function is `python`.
    pub(crate) fn read(node: &Node<'_>) -> Option<Self> {
        let text = node.text()?;
        let meant = match text {
            "PYTHON" => "expression".to_owned(),
            text if text == text.to_uppercase() => text.to_lowercase(),
            text => text.to_owned(),
        };
        let found = Self::ALL.into_iter().find(|kind| kind.as_str() == meant);
        if found.is_none() {
            let names = Self::ALL.map(|kind| format!("`{}`", kind.as_str()));
            node.problem(format!(
                "unknown type `{text}`: expected one of {}",
                names.join(", ")
            ));
        }
        found
    }

    /// Returns the name of the kind.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Builtin => "builtin",
            Self::Expression => "expression",
            Self::Http => "http",
            Self::Mcp => "mcp",
            Self::Python => "python",
            Self::Shell => "shell",
            Self::Sql => "sql",
        }
    }

    /// Returns the field of `config` that holds the text of an author, if there is one.
    pub(crate) const fn text_field(self) -> Option<&'static str> {
        match self {
            Self::Expression => Some("expression"),
            Self::Sql => Some("query"),
            _ => None,
        }
    }
}
