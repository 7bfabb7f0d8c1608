//! [`RemoteArguments`]: the flags of commands that can work on a server elsewhere.

// No doc comment: the help of a command that has these flags would begin with it.
#[derive(Debug, Clone, clap::Args)]
pub(in crate::app) struct RemoteArguments {
    /// Work on the server at this address, as in `https://tools.example.com`, with the key in
    /// TOOLWRIGHT_API_KEY [default: TOOLWRIGHT_URL, or this machine]
    #[arg(long, global = true, value_name = "URL")]
    pub(super) url: Option<String>,
    /// Send the key over plain HTTP to an address that is not loopback
    #[arg(long, global = true)]
    pub(super) insecure: bool,
}
