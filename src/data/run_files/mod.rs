//! The folders that programs run in, and the files that they leave there.

mod file_tree;
mod run_folder;
mod store;

pub(crate) use self::{
    run_folder::RunFolder,
    store::{Keeping, KeptFile, Shelf},
};
