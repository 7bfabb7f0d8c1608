//! The server of these tests: this very binary, started anew with a variable set.

use std::{io::Write as _, time::Duration};

use toolwright::{ToolOutput, catalog::Change, prelude::*, transport::StdioOptions};

use crate::{
    fixtures::add,
    harness::{Child, new_server, tool},
};

const VARIABLE: &str = "TOOLWRIGHT_IT_STDIO";
/// The longest line that the server reads.
pub(super) const MAX_LINE: usize = 10_000;

/// Starts the server of these tests.
pub(super) fn spawn() -> Child {
    Child::itself("stdio::server::serves_when_a_test_starts_it", VARIABLE)
}

#[test]
fn serves_when_a_test_starts_it() {
    if std::env::var_os(VARIABLE).is_none() {
        return;
    }
    let served = tokio::runtime::Runtime::new().unwrap().block_on(serve());
    std::process::exit(i32::from(served.is_err()));
}

async fn serve() -> toolwright::Result<()> {
    let mut options = StdioOptions::default();
    options.max_line = MAX_LINE;
    built()
        .build()?
        .serve_stdio(options, std::future::pending())
        .await
}

/// Says on standard error that it was dropped.
struct Mourned;

impl Drop for Mourned {
    fn drop(&mut self) {
        std::io::stderr()
            .write_all(b"endless was dropped\n")
            .unwrap();
    }
}

fn built() -> Server {
    let print = tool("print", |_, _| async {
        std::io::stdout().write_all(b"{\"jsonrpc\":\"2.0\"}\n")?;
        std::io::stdout().flush()?;
        std::io::stderr().write_all(b"and this\n")?;
        Ok(ToolOutput::text("printed"))
    });
    let panic = tool("panic", |_, _| async { panic!("as asked") });
    let slow = tool("slow", |ctx, arguments| async move {
        ctx.progress(1.0, None).await;
        tokio::time::sleep(Duration::from_millis(arguments["ms"].as_u64().unwrap())).await;
        Ok(ToolOutput::text("slept"))
    });
    let block = tool("block", |_, arguments| async move {
        std::thread::sleep(Duration::from_millis(arguments["ms"].as_u64().unwrap()));
        Ok(ToolOutput::text("blocked"))
    });
    let endless = tool("endless", |ctx, _| async move {
        let _mourned = Mourned;
        ctx.progress(1.0, None).await;
        std::future::pending().await
    });
    let large = tool("large", |_, arguments| async move {
        let size = arguments["size"].as_u64().unwrap();
        Ok(ToolOutput::text("x".repeat(usize::try_from(size).unwrap())))
    });
    let change = tool("change", |ctx, _| async move {
        ctx.catalog().refresh(Change::Tools)?;
        Ok(ToolOutput::text("changed"))
    });
    let ask = tool("ask", |ctx, _| async move {
        let name: String = ctx.ask("Your name?").key("name").await?;
        Ok(ToolOutput::text(name))
    });
    new_server()
        .tools([print, panic, slow, block, endless, large, change, ask])
        .tools(tools![add])
}
