//! The expansion of a tool: the code that a person would write to implement `Tool` by hand.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

use super::model::Model;
use crate::expand::{
    default_functions, default_value, described, implement, invoke, located, named_details,
    private, private_at, traits_of_the_result, work,
};
use crate::function::Function;
use crate::noun::Noun;
use crate::parameter::Input;

/// Returns the items of a tool.
pub(super) fn tool(model: &Model) -> TokenStream {
    let (private, function) = (private(), &model.function);
    let (definition, call) = (define(model), call(model));
    let methods = quote! {
        fn accepts(
            &self,
            __arguments: &#private::Arguments,
        ) -> #private::Result<(), #private::ToolError> {
            self.__read(__arguments).map(::core::mem::drop)
        }
        #call
    };
    implement(
        Noun::Tool,
        function,
        &helpers(function),
        &definition,
        &methods,
    )
}

/// Returns the struct of the arguments, the defaults, and the method that parses the arguments.
fn helpers(function: &Function) -> TokenStream {
    let (arguments, defaults) = (arguments(function), default_functions(function));
    let (name, read) = (function.name(), read(function));
    quote! {
        #arguments
        #defaults

        #[automatically_derived]
        impl #name {
            #read
        }
    }
}

fn arguments(function: &Function) -> TokenStream {
    let (private, fields) = (private(), function.inputs().map(field));
    quote! {
        #[derive(#private::serde::Deserialize)]
        #[serde(crate = "::toolwright::__private::serde", deny_unknown_fields)]
        #[allow(non_snake_case)]
        struct __Arguments { #(#fields),* }
    }
}

fn field(input: &Input) -> TokenStream {
    let (name, ty, wire) = (&input.name, &input.ty, input.wire_name());
    let rename = (*name != wire).then(|| quote!(#[serde(rename = #wire)]));
    let default = input.attributes.default.as_ref().map(|_| {
        let function = input.default_function().to_string();
        quote!(#[serde(default = #function)])
    });
    quote!(#rename #default #name: #ty)
}

fn define(model: &Model) -> TokenStream {
    let (private, name, description) = (private(), &model.name, &model.function.description);
    let (details, output) = (details(model), model.function.output());
    let parameters = model.function.inputs().map(parameter);
    let span = located(&output);
    let private_at_output = private_at(span);
    let output =
        quote_spanned!(span=> (&#private_at_output::ReturnType::<#output>::new()).output_schema());
    let traits = traits_of_the_result();
    quote! {{
        #traits
        #private::ToolDef::new(#name, #description)
            .with_input(#private::InputSchema::new() #(.parameter(#parameters))*)
            .with_output_schema(#output)
            .typed()
            #details
    }}
}

fn details(model: &Model) -> TokenStream {
    let Model { flags, scopes, .. } = model;
    let (private, named) = (private(), named_details(model.title.as_ref(), &model.tags));
    let timeout = model
        .timeout
        .map(|timeout| quote!(.with_timeout(#private::Duration::from_millis(#timeout))));
    quote!(#named #timeout #(.#flags())* #(.scope(#scopes))*)
}

fn parameter(input: &Input) -> TokenStream {
    let span = located(&input.ty);
    let (private, ty, name) = (private_at(span), &input.ty, input.wire_name());
    let (description, default) = (described(input), default_value(input));
    let (methods, arguments): (Vec<_>, Vec<_>) = constraints(input).unzip();
    let header = input.attributes.header.iter();
    let parameter = quote_spanned!(span=> #private::Parameter::<#ty>::new(#name));
    quote!(#parameter #description #default #(.#methods(#arguments))* #(.header(#header))*)
}

/// Returns the constraints of an input. The schema and the check have a method of the same name for
/// each.
fn constraints(input: &Input) -> impl Iterator<Item = (Ident, TokenStream)> {
    let attributes = &input.attributes;
    let range = attributes.range.as_ref().map(ToTokens::to_token_stream);
    let length = attributes.length.as_ref().map(ToTokens::to_token_stream);
    let pattern = attributes.pattern.as_ref().map(ToTokens::to_token_stream);
    [("range", range), ("length", length), ("pattern", pattern)]
        .into_iter()
        .filter_map(|(method, argument)| argument.map(|argument| (method, argument)))
        .map(|(method, argument)| (Ident::new(method, located(&argument)), argument))
}

/// Returns the method that parses and checks the arguments.
fn read(function: &Function) -> TokenStream {
    let private = private();
    let checks = function.inputs().map(check);
    let constraints = check_constraints(function);
    quote! {
        fn __read(
            &self,
            __arguments: &#private::Arguments,
        ) -> #private::Result<__Arguments, #private::ToolError> {
            let __parsed: __Arguments = #private::parse_arguments(
                __arguments,
                #private::Tool::definition(self),
                &[#(#checks),*],
            )?;
            #constraints
            #private::Result::Ok(__parsed)
        }
    }
}

fn call(model: &Model) -> TokenStream {
    let (confirm, convert) = (confirm(model), convert(&model.function));
    let invoke = invoke(&model.function, field_value);
    let body = quote! {
        let __parsed = self.__read(&__arguments)?;
        #confirm
        #invoke
        #convert
    };
    work(Noun::Tool, &body)
}

fn convert(function: &Function) -> TokenStream {
    let span = located(&function.output());
    let private = private_at(span);
    quote_spanned!(span=> #private::IntoToolOutput::into_tool_output(__value))
}

fn check(input: &Input) -> TokenStream {
    let (ty, name) = (&input.ty, input.wire_name());
    let span = located(ty);
    let private = private_at(span);
    quote_spanned!(span=> #private::ParameterCheck::of::<#ty>(#name))
}

fn field_value(input: &Input) -> TokenStream {
    let name = &input.name;
    quote!(__parsed.#name)
}

fn check_constraints(function: &Function) -> Option<TokenStream> {
    let (private, mut checks) = (
        private(),
        function.inputs().flat_map(check_input).peekable(),
    );
    checks.peek()?;
    Some(quote! {
        let mut __violations =
            #private::Violations::new(#private::Tool::definition(self), __arguments);
        #(#checks)*
        __violations.finish()?;
    })
}

fn check_input(input: &Input) -> impl Iterator<Item = TokenStream> {
    let (name, field) = (input.wire_name(), field_value(input));
    constraints(input).map(move |(method, argument)| {
        let argument = if method == "pattern" {
            compiled(&argument)
        } else {
            argument
        };
        quote_spanned!(method.span()=> __violations.#method(#name, &#field, #argument);)
    })
}

/// Returns a regular expression that is compiled once.
fn compiled(pattern: &TokenStream) -> TokenStream {
    let private = private();
    quote! {{
        static __PATTERN: #private::LazyLock<#private::Regex> = #private::LazyLock::new(|| {
            #private::Regex::new(#pattern).expect("the macro has compiled this pattern before")
        });
        &__PATTERN
    }}
}

fn confirm(model: &Model) -> Option<TokenStream> {
    let (private, confirm) = (private(), model.confirm.as_ref()?);
    let (format, parameters) = (&confirm.format, &confirm.parameters);
    let question = quote_spanned! {located(format)=>
        #private::format!(#format #(, __parsed.#parameters)*)
    };
    Some(quote!(#private::confirm(&__context, #question).await?;))
}
