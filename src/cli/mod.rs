//! Every server is its own command line. (A first shape: serve and stdio.)

use crate::server::{HttpOptions, Result, Server, StdioOptions};

impl Server {
    /// Runs the command line of this server.
    ///
    /// # Errors
    /// When the command fails.
    pub async fn run(self) -> Result<()> {
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        let built = self.build()?;
        if arguments.first().is_some_and(|command| command == "serve") {
            let mut options = HttpOptions::default();
            let port = arguments.iter().position(|argument| argument == "--port");
            options.port = port
                .and_then(|at| arguments.get(at + 1)?.parse().ok())
                .unwrap_or(8080);
            options.legacy_sse = arguments.iter().any(|argument| argument == "--sse");
            let stop = async {
                let _ = tokio::signal::ctrl_c().await;
            };
            #[expect(
                clippy::print_stderr,
                reason = "the address is what a person waits for"
            )]
            return built
                .serve_http(
                    options,
                    |address| eprintln!("listening on http://{address}/mcp"),
                    stop,
                )
                .await;
        }
        built
            .serve_stdio(StdioOptions::default(), std::future::pending())
            .await
    }
}
