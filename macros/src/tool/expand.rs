//! The expansion of a tool: the code that a person would write to implement `Tool` by hand.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Type;

use super::{arguments::arguments, model::Model};
use crate::{
    expand::{
        default_functions, default_value, described, implement, invoke, kind, located,
        named_details, private, private_at, run, traits_of_types, work,
    },
    function::Function,
    noun::Noun,
    parameter::{Parameter, Source},
};

/// Returns the items of a tool.
pub(super) fn tool(model: &Model) -> TokenStream {
    let (private, function) = (private(), &model.function);
    let (definition, call) = (define(model), call(model));
    let methods = quote! {
        fn accepts(
            &self,
            __arguments: &#private::Arguments,
        ) -> #private::Result<(), #private::ToolError> {
            let __parsed = self.__read(__arguments)?;
            #private::keep_parsed(__arguments, __parsed);
            #private::Result::Ok(())
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

fn define(model: &Model) -> TokenStream {
    let (private, name, description) = (private(), &model.name, &model.function.description);
    let (details, output) = (details(model), model.function.output());
    let parameters = model.function.parameters.iter().map(parameter);
    let output = output_schema(&output);
    let traits = traits_of_types();
    quote! {{
        #traits
        let __schema = #private::InputSchema::new();
        #(let __schema = #parameters;)*
        #private::ToolDef::new(#name, #description)
            .of_crate(::core::option_env!("CARGO_PKG_VERSION"))
            .with_input(__schema)
            .with_output_schema(#output)
            .typed()
            #details
    }}
}

/// Returns the schema of what the function returns, without its `Result`.
fn output_schema(output: &Type) -> TokenStream {
    let span = located(output);
    let private = private_at(span);
    let result_of = quote_spanned! {span=>
        |__value: #output| (&#private::ReturnType::<#output>::new()).result_of(__value)
    };
    quote_spanned!(span=> (&#private::ReturnedValue::through(#result_of)).output_schema())
}

fn details(model: &Model) -> TokenStream {
    let Model {
        flags,
        scopes,
        icons,
        examples,
        usage_examples,
        ..
    } = model;
    let (private, named) = (private(), named_details(model.title.as_ref(), &model.tags));
    let timeout = model
        .timeout
        .map(|timeout| quote!(.with_timeout(#private::Duration::from_millis(#timeout))));
    let rate_limit = model.rate_limit.as_ref();
    let rate_limit = rate_limit.map(|limit| quote!(.with_rate_limit(#limit)));
    let meta = &model.meta;
    quote! {
        #named #timeout #(.#flags())* #(.scope(#scopes))* #rate_limit #(#meta)*
        #(.icon(#private::Icon::new(#icons)))* #(.example(#private::json!(#examples)))*
        #(.usage_example(#usage_examples))*
    }
}

/// Returns `__schema` with a parameter.
fn parameter(parameter: &Parameter) -> TokenStream {
    let span = located(&parameter.ty);
    let (private, ty, name) = (private_at(span), &parameter.ty, parameter.wire_name());
    if parameter.source == Source::ByType {
        let description = &parameter.description;
        return run(
            parameter,
            "Describe",
            &quote!(__schema, #name, #description),
        );
    }
    let (description, default) = (described(parameter), default_value(parameter));
    let (methods, arguments): (Vec<_>, Vec<_>) = constraints(parameter).unzip();
    let header = parameter.attributes.header.iter();
    let parameter = quote_spanned!(span=> #private::Parameter::<#ty>::new(#name));
    let details = quote!(#description #default #(.#methods(#arguments))* #(.header(#header))*);
    quote!(__schema.parameter(#parameter #details))
}

/// Returns the constraints of a parameter. The schema and the check have a method of the same name for
/// each.
fn constraints(parameter: &Parameter) -> impl Iterator<Item = (Ident, TokenStream)> {
    let attributes = &parameter.attributes;
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
    let constraints = check_constraints(function);
    quote! {
        fn __read(
            &self,
            __arguments: &#private::Arguments,
        ) -> #private::Result<__Arguments, #private::ToolError> {
            let __parsed: __Arguments = #private::parse_arguments(
                __arguments,
                #private::Tool::definition(self),
            )?;
            #constraints
            #private::Result::Ok(__parsed)
        }
    }
}

fn call(model: &Model) -> TokenStream {
    let (private, confirm, convert) = (private(), confirm(model), convert(&model.function));
    let invoke = invoke(&model.function, value_of);
    let body = quote! {
        let __parsed = match #private::take_parsed(&__arguments) {
            #private::Option::Some(__parsed) => __parsed,
            #private::Option::None => self.__read(&__arguments)?,
        };
        #confirm
        #invoke
        #convert
    };
    work(Noun::Tool, &body)
}

fn convert(function: &Function) -> TokenStream {
    let span = located(&function.output());
    let private = private_at(span);
    let definition = quote!(#private::Tool::definition(self));
    quote_spanned! {span=>
        (&#private::ReturnedValue::of(&__value)).output_of(__value, #definition)
    }
}

/// Returns the expression for the value of a parameter.
fn value_of(parameter: &Parameter) -> TokenStream {
    let (private, name) = (private(), &parameter.name);
    match parameter.source {
        Source::Sent => quote!(#private::received(__parsed.#name)),
        Source::Taken | Source::ByType => {
            let kind = kind(parameter);
            quote!(#kind.take(__parsed.#name, &__context).await?)
        }
    }
}

fn check_constraints(function: &Function) -> Option<TokenStream> {
    let (private, mut checks) = (
        private(),
        function
            .parameters
            .iter()
            .flat_map(check_constraint)
            .peekable(),
    );
    checks.peek()?;
    Some(quote! {
        let mut __violations =
            #private::Violations::new(#private::Tool::definition(self), __arguments);
        #(#checks)*
        __violations.finish()?;
    })
}

fn check_constraint(parameter: &Parameter) -> impl Iterator<Item = TokenStream> {
    let (wire, name) = (parameter.wire_name(), &parameter.name);
    constraints(parameter).map(move |(method, argument)| {
        let argument = if method == "pattern" {
            compiled(&argument)
        } else {
            argument
        };
        quote_spanned!(method.span()=> __violations.#method(#wire, &__parsed.#name, #argument);)
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
        #private::format!(#format #(, #private::sent(&__parsed.#parameters))*)
    };
    Some(quote!(#private::confirm(&__context, #question).await?;))
}
