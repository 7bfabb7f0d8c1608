//! The `toolwright` server. `toolwright --help` lists its commands.

fn main() -> toolwright::Result<()> {
    toolwright_server::app::main()
}
