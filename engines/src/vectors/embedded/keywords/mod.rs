//! [`KeywordIndex`]: how many words and characters a query and a document share.
//!
//! An embedding model that does not know a language gives its texts arbitrary vectors. Shared
//! words still count in every language, so the index combines both scores. The keyword score of
//! a document has three parts:
//! - **Words** of the query that the document contains. Rare words count more. Korean, Chinese and
//!   Japanese words are split into pairs of characters, so `주문번호` matches `주문 번호`, and
//!   particles at the end of a word do not prevent a match.
//! - **Synonyms** from a table that the caller provides ([`Synonyms`]): with `date 날짜` in it, the
//!   query `날짜` matches `order_date`. Without a table, only shared words count.
//! - **Pieces**: how well the query fits one piece of the document, such as a name. The query
//!   `user email` is nearer to `users.email` than to `accounts.user_email`.
//!
//! Written by hand, because the search engines of the Rust ecosystem keep their own files beside
//! ours, and none splits Korean into pairs of characters.

mod keyword_index;
mod tokens;

pub(super) use keyword_index::KeywordIndex;
pub(super) use tokens::Synonyms;
