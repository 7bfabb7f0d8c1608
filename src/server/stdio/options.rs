//! [`StdioOptions`].

/// How a server is reached over standard input and output.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct StdioOptions {
    /// The longest line, in bytes.
    pub max_line: usize,
}

impl Default for StdioOptions {
    fn default() -> Self {
        Self {
            max_line: 4 * 1024 * 1024,
        }
    }
}
