//! [`Function`]: the annotated function, as all attributes see it.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Attribute, Expr, FnArg, Ident, ItemFn, ReturnType, Stmt, Type};

use crate::{
    doc::Description, errors::Errors, noun::Noun, parameter::Parameter, signature, source,
};

/// An annotated function. Its mistakes are among the [`Errors`].
pub(crate) struct Function {
    /// The function as it was written, without our attributes.
    pub(crate) item: ItemFn,
    /// The doc comment, or what the attribute says instead.
    pub(crate) description: Description,
    /// The parameters, in order.
    pub(crate) parameters: Vec<Parameter>,
}

impl Function {
    /// Parses the item below an attribute. Returns it with a compile error if it is not a function.
    ///
    /// Without a `description` it must have a doc comment.
    pub(crate) fn parse(
        noun: Noun,
        item: TokenStream,
        description: Option<Expr>,
        errors: &mut Errors,
    ) -> Result<Self, TokenStream> {
        let mut item = parse(&item).ok_or_else(|| not_a_function(noun, item))?;
        take_second_attributes(noun, &mut item.attrs, errors);
        let description = match description {
            Some(given) => Description::Expression(Box::new(given)),
            None => doc_comment(noun, &item, errors),
        };
        signature::check(&item.sig, errors);
        let parameters = take_parameters(noun, &mut item, errors);
        Ok(Self {
            item,
            description,
            parameters,
        })
    }

    /// The name, which may be raw.
    pub(crate) fn name(&self) -> &Ident {
        &self.item.sig.ident
    }

    /// Whether it stands in an `impl` block.
    pub(crate) fn is_method(&self) -> bool {
        self.item.sig.receiver().is_some()
    }

    /// The return type.
    pub(crate) fn output(&self) -> Type {
        match &self.item.sig.output {
            ReturnType::Type(_, ty) => (**ty).clone(),
            ReturnType::Default => syn::parse_quote!(()),
        }
    }

    /// Returns its `#[cfg]` attributes, which apply to all generated code too.
    pub(crate) fn conditions(&self) -> impl Iterator<Item = &Attribute> {
        self.item
            .attrs
            .iter()
            .filter(|attribute| attribute.path().is_ident("cfg"))
    }
}

impl ToTokens for Function {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.item.to_tokens(tokens);
    }
}

/// Parses a function. A mistake in its body is left for the compiler, which tells it once: everything
/// else is generated as if there was none.
fn parse(item: &TokenStream) -> Option<ItemFn> {
    if let Ok(function) = syn::parse2(item.clone()) {
        return Some(function);
    }
    let mut tokens: Vec<TokenTree> = item.clone().into_iter().collect();
    let Some(TokenTree::Group(body)) = tokens.pop() else {
        return None;
    };
    if body.delimiter() != Delimiter::Brace {
        return None;
    }
    let mut empty = Group::new(Delimiter::Brace, TokenStream::new());
    empty.set_span(body.span());
    tokens.push(empty.into());
    let mut function: ItemFn = syn::parse2(tokens.into_iter().collect()).ok()?;
    let as_written = Expr::Verbatim(body.stream());
    function.block.stmts.push(Stmt::Expr(as_written, None));
    Some(function)
}

fn not_a_function(noun: Noun, mut item: TokenStream) -> TokenStream {
    let message = format!("`#[{}]` expects a function with a body", noun.word());
    let error = syn::Error::new_spanned(&item, message);
    item.extend(error.to_compile_error());
    item
}

/// Refuses a second attribute of ours, which would write a second struct of the same name.
fn take_second_attributes(noun: Noun, attributes: &mut Vec<Attribute>, errors: &mut Errors) {
    attributes.retain(|attribute| match noun_of(attribute) {
        Some(second) if second == noun => {
            let word = noun.word();
            errors.at(
                attribute,
                format!("duplicate attribute `#[{word}]`: expected it once"),
            );
            false
        }
        Some(second) => {
            let (first, second) = (noun.word(), second.word());
            let expected = "expected one of them on a function";
            errors.at(
                attribute,
                format!("`#[{second}]` is not for a {first}: {expected}"),
            );
            false
        }
        None => true,
    });
}

fn noun_of(attribute: &Attribute) -> Option<Noun> {
    let path = source::text(attribute.path());
    let word = path
        .trim_start_matches("::")
        .trim_start_matches("toolwright::");
    Noun::ALL.into_iter().find(|noun| noun.word() == word)
}

fn doc_comment(noun: Noun, item: &ItemFn, errors: &mut Errors) -> Description {
    let description = Description::of(&item.attrs);
    if description.is_empty() {
        let (name, word) = (&item.sig.ident, noun.word());
        let expected = format!("expected `/// …` above it, the description of the {word}");
        errors.at(name, format!("`{name}` has no doc comment: {expected}"));
    }
    description
}

fn take_parameters(noun: Noun, item: &mut ItemFn, errors: &mut Errors) -> Vec<Parameter> {
    let mut parameters = Vec::new();
    for argument in &mut item.sig.inputs {
        match argument {
            FnArg::Receiver(receiver) => {
                let expected = "expected a free function, with its state in `State<T>`";
                errors.at(receiver, format!("`self` is not supported: {expected}"));
            }
            FnArg::Typed(argument) => parameters.extend(Parameter::take(noun, argument, errors)),
        }
    }
    parameters
}
