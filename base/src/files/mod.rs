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
//! | [`real_path_inside`] | finds out where a link leads |
//! | [`remove`] | removes folders that foreign programs have filled |
//! | [`sync`] | waits until files are on the disk |

#[cfg(feature = "registry")]
mod inside;
#[cfg(feature = "tools")]
mod lock;
mod private;
#[cfg(feature = "tools")]
pub(crate) mod remove;
#[cfg(feature = "tools")]
mod replace;
#[cfg(feature = "tools")]
pub(crate) mod sync;
#[cfg(feature = "embedded-postgres")]
mod sync_tree;

#[cfg(feature = "registry")]
pub(crate) use self::inside::real_path_inside;
pub(crate) use self::private::{append_to_private, create_private_folders};
#[cfg(feature = "embedded-postgres")]
pub(crate) use self::sync_tree::sync_tree;
#[cfg(feature = "tools")]
pub(crate) use self::{lock::LockFile, private::create_private_folder, replace::replace};
