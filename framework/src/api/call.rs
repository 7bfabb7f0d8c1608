//! One call: its [`Context`], the state that it shares, and what it can ask its client.
//!
//! A function that takes a [`Context`] can report progress, write to the client's log, ask a
//! person, sample the client's model and see that it was cancelled. One that takes a [`State`] gets
//! a value that the server was built with. Neither is part of the schema that clients see, and no
//! other type that implements [`FromContext`] is.
//!
//! ```
//! use toolwright::prelude::*;
//!
//! struct Prices(f64);
//!
//! /// Buy a number of seats.
//! #[tool]
//! async fn buy(ctx: Context, prices: State<Prices>, seats: u32) -> Result<String, ToolError> {
//!     let total = f64::from(seats) * prices.0;
//!     if !ctx.confirm(format!("Pay {total:.2}?")).await? {
//!         return Ok("Nothing was bought.".into());
//!     }
//!     ctx.progress(1.0, 1.0).await;
//!     Ok(format!("Bought {seats} seats for {total:.2}."))
//! }
//! ```
//!
//! A context stands on a [`Peer`], the client behind the call. The transports implement it; a test
//! or a gateway can implement it too, and create a context with [`Context::new`].

pub use crate::core::{
    Ask, AskError, Caller, ClientCapabilities, ClientProfile, ClientSession, Context, ExecutionId,
    FromContext, Implementation, InputRequest, LogLevel, Notice, Origin, PassedOn, Peer,
    RequestHead, Root, Roots, Sample, SampleAnswer, SampleMessage, SampleRequest, Services, State,
    StateType, States, TraceContext, compute, confirm,
};
