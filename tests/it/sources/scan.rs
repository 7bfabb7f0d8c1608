//! Walking over the tokens of a file, with the modules and macros that they stand in.

use proc_macro2::TokenTree;
use syn::{Attribute, Item, visit::Visit};

/// Whether a token is this word or this mark.
pub(super) fn is(token: Option<&TokenTree>, text: &str) -> bool {
    match token {
        Some(TokenTree::Ident(word)) => word == text,
        Some(TokenTree::Punct(mark)) => text.len() == 1 && text.starts_with(mark.as_char()),
        _ => false,
    }
}

/// Whether an item is only there in tests.
pub(super) fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute
                .parse_args::<syn::Ident>()
                .is_ok_and(|word| word == "test")
    })
}

/// The items of a file without those that are only there in tests.
pub(super) fn without_tests(mut file: syn::File) -> syn::File {
    file.items.retain(|item| {
        !is_for_tests(match item {
            Item::Mod(module) => &module.attrs,
            Item::Fn(function) => &function.attrs,
            Item::Use(import) => &import.attrs,
            Item::Impl(block) => &block.attrs,
            _ => &[],
        })
    });
    file
}

/// Every function of a file, by name, with its length in lines from its signature to its last brace.
#[derive(Debug, Default)]
pub(super) struct Functions(pub(super) Vec<(String, usize)>);

impl Functions {
    pub(super) fn of(file: &syn::File) -> Self {
        let mut functions = Self::default();
        functions.visit_file(file);
        functions
    }

    fn add(&mut self, signature: &syn::Signature, block: &syn::Block) {
        let first = signature.fn_token.span.start().line;
        let last = block.brace_token.span.close().end().line;
        self.0.push((signature.ident.to_string(), last + 1 - first));
    }
}

impl<'ast> Visit<'ast> for Functions {
    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.add(&function.sig, &function.block);
        syn::visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.add(&function.sig, &function.block);
        syn::visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        if let Some(block) = &function.default {
            self.add(&function.sig, block);
        }
        syn::visit::visit_trait_item_fn(self, function);
    }
}
