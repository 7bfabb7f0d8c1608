//! The implementation of a noun's trait, as a person would write it by hand.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::{call::traits_of_types, definition::requires, item::item, path::private};
use crate::{function::Function, noun::Noun};

/// The names in which the traits of the three nouns differ.
struct Interface {
    name: Ident,
    definition: Ident,
    /// The method that does the work.
    method: Ident,
    /// The type of the method's input, and the parameter that holds it.
    input: Ident,
    parameter: Ident,
    /// The further parameter of the method, which the generated code ignores.
    proof: Option<TokenStream>,
    output: Ident,
}

impl Interface {
    fn of(noun: Noun) -> Self {
        let (name, method, input) = match noun {
            Noun::Tool => ("Tool", "call", "Arguments"),
            Noun::Resource => ("Resource", "read", "Variables"),
            Noun::Prompt => ("Prompt", "get", "Variables"),
        };
        let private = private();
        Self {
            name: format_ident!("{name}"),
            definition: format_ident!("{name}Def"),
            method: format_ident!("{method}"),
            input: format_ident!("{input}"),
            parameter: format_ident!("__{}", input.to_lowercase()),
            proof: (noun == Noun::Tool).then(|| quote!(_: #private::Permitted<'_>,)),
            output: format_ident!("{name}Output"),
        }
    }
}

/// Returns the items of an annotated function: itself, its struct, and the implementation of the
/// trait.
///
/// `helpers` are items that the implementation uses; `methods` are further methods of the trait.
pub(crate) fn implement(
    noun: Noun,
    function: &Function,
    helpers: &TokenStream,
    definition: &TokenStream,
    methods: &TokenStream,
) -> TokenStream {
    let (private, name, requires) = (private(), function.name(), requires(function));
    let interface = Interface::of(noun).name;
    let register = format_ident!("{}", noun.word());
    let definition = define(noun, definition);
    let implementation = quote! {
        #helpers

        #[automatically_derived]
        impl #private::#interface for #name {
            #definition
            #requires
            #methods
        }

        #private::inventory::submit! {
            #private::Registration::#register(#private::module_path!(), || #private::Arc::new(#name {}))
        }
    };
    item(function, &implementation)
}

/// Returns `fn definition`, which computes its value once.
fn define(noun: Noun, value: &TokenStream) -> TokenStream {
    let (private, definition) = (private(), Interface::of(noun).definition);
    quote! {
        fn definition(&self) -> &#private::#definition {
            use #private::{
                DefaultOpaque as _, DefaultSerialize as _, SentParameter as _, TakenParameter as _,
            };
            static __DEFINITION: #private::LazyLock<#private::#definition> =
                #private::LazyLock::new(|| #value);
            &__DEFINITION
        }
    }
}

/// Returns the method that does the work, with this body.
pub(crate) fn work(noun: Noun, body: &TokenStream) -> TokenStream {
    let (private, traits) = (private(), traits_of_types());
    let Interface {
        method,
        input,
        parameter,
        proof,
        output,
        ..
    } = Interface::of(noun);
    quote! {
        fn #method(
            &self,
            __context: #private::Context,
            #parameter: #private::#input,
            #proof
        ) -> #private::BoxFuture<'_, #private::Result<#private::#output, #private::ToolError>> {
            #private::Box::pin(async move {
                #traits
                #body
            })
        }
    }
}

/// Returns an implementation for a function with mistakes, which compiles and is never run.
pub(crate) fn stub(noun: Noun, function: &Function) -> TokenStream {
    let (private, struct_name) = (private(), function.name());
    let Interface {
        name,
        definition,
        method,
        input,
        proof,
        output,
        ..
    } = Interface::of(noun);
    quote! {
        impl #private::#name for #struct_name {
            fn definition(&self) -> &#private::#definition {
                ::core::unreachable!()
            }
            fn #method(
                &self,
                _: #private::Context,
                _: #private::#input,
                #proof
            ) -> #private::BoxFuture<'_, #private::Result<#private::#output, #private::ToolError>> {
                ::core::unreachable!()
            }
        }
    }
}
