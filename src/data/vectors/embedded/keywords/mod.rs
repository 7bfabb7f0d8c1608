//! [`Words`]: how much a question and a document share, in words and characters.
//!
//! A model that does not know a language has no opinion on its texts, but shared words are the same in every language. Four things
//! count:
//! - **words** of the question that the document has. Korean, Chinese and Japanese words are taken as pairs of characters, so that
//!   `주문번호` finds `주문 번호`, and what is appended to a word does no harm. Rare words count more.
//! - **concepts**: words that mean the same in the columns of databases, in Korean and English: `날짜` finds `order_date`.
//! - **companions**: words that stand beside a word of the question in other, short documents. Where `users.email` is described as
//!   `사용자 이메일 주소`, whoever asks for `이메일` also finds `customers.contact_email`.
//! - **pieces**: how well the question fits one piece of the document, such as a name, in both directions. A question for `user email`
//!   is nearer to `users.email` than to `accounts.user_email`.

mod companions;
mod keyword_index;
mod synonyms;
mod tokens;

pub(super) use keyword_index::Words;
