//! From a message to its answer, whatever transport it came on: [`Dispatcher`].

mod capabilities;
mod channel;
mod completion;
mod discovery;
mod dispatcher;
mod era;
mod exchange;
mod input_rounds;
mod lists;
mod method;
mod mirrored_headers;
mod prompts_and_resources;
mod response_cache;
mod settings;
mod subscriptions;
mod tasks;
mod tool_calls;

pub(crate) use self::{
    channel::{Arrival, Channel},
    dispatcher::Dispatcher,
    mirrored_headers::Gate,
    settings::Settings,
};
