//! The private PostgreSQL in the data folder: start, rights, crashes and stop.

/// Makes two tests of each function: with the bundled PostgreSQL and with an installed one.
macro_rules! with_both {
    ($($name:ident)*) => {
        mod bundled {
            $(#[tokio::test]
            async fn $name() {
                super::$name("bundled").await;
            })*
        }

        mod machine {
            $(#[tokio::test]
            #[ignore = "needs PostgreSQL: run by tests/run"]
            async fn $name() {
                super::$name("machine").await;
            })*
        }
    };
}

mod crashes;
pub(crate) mod database;
mod folders;
mod reader;
mod shared;
mod start;
mod writes;
