//! [`StdioOptions`]: the settings of the stdio transport.

/// The settings of the stdio transport, for
/// [`BuiltServer::serve_stdio`](crate::BuiltServer::serve_stdio).
///
/// ```
/// use toolwright::transport::StdioOptions;
///
/// let mut options = StdioOptions::default();
/// options.max_line = 64 * 1024;
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct StdioOptions {
    /// The longest accepted line, in bytes. The default is 4 MiB.
    pub max_line: usize,
}

impl Default for StdioOptions {
    fn default() -> Self {
        Self {
            max_line: 4 * 1024 * 1024,
        }
    }
}
