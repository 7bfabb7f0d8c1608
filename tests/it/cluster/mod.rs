//! The private PostgreSQL in the data folder: how it begins, what it lets nobody do, and how it ends.

/// Makes two tests of each function: with the bundled PostgreSQL and with the one of the machine.
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

mod beginnings;
pub(crate) mod database;
mod deaths;
mod folders;
mod reader;
mod writes;
