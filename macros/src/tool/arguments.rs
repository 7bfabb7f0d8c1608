//! The struct with a slot for each parameter, and how it is read from JSON.

use proc_macro2::TokenStream;
use quote::quote;

use crate::{
    expand::{private, run},
    function::Function,
    parameter::Parameter,
};

/// Returns the struct and its implementation of `ReadArguments`.
pub(super) fn arguments(function: &Function) -> TokenStream {
    let private = private();
    let parameters = &function.parameters;
    let names: Vec<_> = parameters.iter().map(|parameter| &parameter.name).collect();
    let types = parameters.iter().map(|parameter| &parameter.ty);
    let methods = [
        position(parameters),
        read(parameters),
        complete(parameters),
        checks(parameters),
    ];
    quote! {
        #[allow(non_snake_case)]
        struct __Arguments { #(#names: #private::Option<#types>),* }

        #[automatically_derived]
        impl #private::ReadArguments for __Arguments {
            fn empty() -> Self {
                Self { #(#names: #private::Option::None),* }
            }
            #(#methods)*
        }
    }
}

fn position(parameters: &[Parameter]) -> TokenStream {
    let private = private();
    let (positions, names) = (
        0..parameters.len(),
        parameters.iter().map(Parameter::wire_name),
    );
    quote! {
        fn position(__name: &str) -> #private::Option<usize> {
            match __name {
                #(#names => #private::Option::Some(#positions),)*
                _ => #private::Option::None,
            }
        }
    }
}

fn read(parameters: &[Parameter]) -> TokenStream {
    let private = private();
    let arms = parameters.iter().enumerate().map(|(position, parameter)| {
        let (name, wire) = (&parameter.name, parameter.wire_name());
        let read = run(
            parameter,
            "Read",
            &quote!(&mut self.#name, #wire, __map, #private::PhantomData),
        );
        quote!(#position => #read,)
    });
    quote! {
        fn read<'__de, __A: #private::serde::de::MapAccess<'__de>>(
            &mut self,
            __position: usize,
            __map: &mut __A,
        ) -> #private::Result<(), __A::Error> {
            use #private::{SentParameter as _, TakenParameter as _};
            match __position {
                #(#arms)*
                _ => #private::Result::Ok(()),
            }
        }
    }
}

fn complete(parameters: &[Parameter]) -> TokenStream {
    let private = private();
    let fill = parameters.iter().map(|parameter| {
        let (name, wire) = (&parameter.name, parameter.wire_name());
        if parameter.attributes.default.is_some() {
            let default = parameter.default_function();
            return quote!(self.#name.get_or_insert_with(#default););
        }
        let fill = run(parameter, "Fill", &quote!(&mut self.#name, #wire));
        quote!(#fill?;)
    });
    quote! {
        fn complete(&mut self) -> #private::Result<(), &'static str> {
            use #private::{SentParameter as _, TakenParameter as _};
            #(#fill)*
            #private::Result::Ok(())
        }
    }
}

fn checks(parameters: &[Parameter]) -> TokenStream {
    let private = private();
    let checks = parameters.iter().map(|parameter| {
        let wire = parameter.wire_name();
        let check = run(parameter, "Check", &quote!(#wire));
        quote!(__checks.extend(#check);)
    });
    quote! {
        fn checks() -> #private::Vec<#private::ParameterCheck> {
            use #private::{SentParameter as _, TakenParameter as _};
            let mut __checks = #private::Vec::new();
            #(#checks)*
            __checks
        }
    }
}
