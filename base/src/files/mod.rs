//! Files and folders on the local disk: private ones, replaced in one step, locked, removed,
//! synced.
//!
//! The rules that must be the same wherever this program writes stand here once: what is created is
//! readable by this user alone, a file is replaced whole, and a lock is released when its process
//! dies. What the files contain is up to the engines.
//!
//! | function or type | does |
//! |---|---|
//! | [`append_to_private`], [`create_private_folder`], [`create_private_folders`] | create with mode 0600 or 0700 |
//! | [`replace`] | replaces a file in one step |
//! | [`LockFile`] | locks out other processes |
//! | [`read_text`] | reads a file that a person wrote |
//! | [`real_path_inside`] | finds out where a link leads |
//! | [`remove`] | removes folders that foreign programs have filled |
//! | [`sync`] | waits until files are on the disk |

mod lock;
mod private;
pub mod remove;
pub mod sync;

pub use self::{
    lock::LockFile,
    private::{
        append_to_private, create_private_folder, create_private_folders, open_regular, read_text,
        real_path_inside, replace,
    },
    sync::sync_tree,
};
