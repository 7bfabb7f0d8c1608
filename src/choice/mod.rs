//! Choosing tools by what they mean, also among thousands.
//!
//! [`Chooser`] answers which tools fit a task, and whether any does. It is used by the tool `find_tools`, by
//! `POST /api/v1/choose` and by `toolwright find`. It knows tools by their definitions alone, and who may see a tool is
//! up to whoever asks.
//!
//! | file | what it has |
//! |---|---|
//! | `words`, `vocabulary` | the words of a text, their numbers, misspelt ones |
//! | `concepts` | words that mean the same, in English and Korean |
//! | `task`, `entities` | what a task asks for, by its form, and what kinds of things it names |
//! | `tool_text`, `indexed_tool` | what a tool is found by, and what is damped |
//! | `particulars` | what a sentence says without the names of files, addresses and quoted texts |
//! | `vectors` | the vectors of sentences, in memory and in a file |
//! | `whitening`, `meanings` | the vectors as they are compared: without what all sentences share |
//! | `signals` | what tells that a tool fits a task, and with which weight |
//! | `catalog_index`, `search` | scores, and the order of the tools |
//! | `fit` | whether a tool fits, none does, or a person has to be asked |
//! | `review` | what makes tools hard to choose rightly |
//! | `chooser`, `chooser_state`, `choice` | the index of a running server, and its answers |

mod catalog_index;
mod choice;
mod chooser;
mod chooser_state;
mod concepts;
mod entities;
mod fit;
mod indexed_tool;
mod meanings;
mod particulars;
mod review;
mod search;
mod signals;
mod task;
mod tool_text;
mod vectors;
mod vocabulary;
mod whitening;
mod words;

pub(crate) use self::{
    choice::Choice,
    chooser::{ASK_TOOL, ChoiceRequest, Chooser, OWN_TOOLS},
    review::Review,
};
