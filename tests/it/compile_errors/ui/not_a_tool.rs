use toolwright::{Tool, prelude::*};

struct Plain;

fn main() {
    let _: Server = Server::new("x").tools([std::sync::Arc::new(Plain) as std::sync::Arc<dyn Tool>]);
}
