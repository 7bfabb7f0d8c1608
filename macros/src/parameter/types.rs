//! The type of a parameter: whether it is injected, optional, owned.

use syn::visit::{self, Visit};
use syn::{
    GenericArgument, Lifetime, PathArguments, PathSegment, Type, TypeImplTrait, TypePath,
    TypeReference,
};

use crate::errors::Errors;
use crate::source;

/// A parameter that is not in the schema.
pub(super) enum Injection {
    /// Its type is `Context`.
    Context,
    /// Its type is `State<T>`, with this `T` if it was written.
    State(Option<Box<Type>>),
}

/// Returns how a parameter of this type is injected, if it is. The last segment of the path
/// decides, because macros see only names.
pub(super) fn injection(ty: &Type) -> Option<Injection> {
    let segment = last_segment(ty)?;
    if segment.ident == "Context" {
        return Some(Injection::Context);
    }
    (segment.ident == "State").then(|| Injection::State(inner(segment).cloned().map(Box::new)))
}

/// Whether this type is an `Option`.
pub(super) fn is_option(ty: &Type) -> bool {
    last_segment(ty).is_some_and(|segment| segment.ident == "Option")
}

/// Refuses references, lifetimes and `impl Trait` in the type of a parameter.
pub(super) fn refuse_borrowed(ty: &Type, errors: &mut Errors) {
    Borrowed(errors).visit_type(ty);
}

/// Refuses `impl Trait`, which has no name that the expansion could repeat.
pub(crate) fn refuse_impl_trait(ty: &Type, errors: &mut Errors) {
    Opaque(errors).visit_type(ty);
}

fn last_segment(ty: &Type) -> Option<&PathSegment> {
    match ty {
        Type::Path(TypePath { qself: None, path }) => path.segments.last(),
        Type::Group(group) => last_segment(&group.elem),
        Type::Paren(paren) => last_segment(&paren.elem),
        _ => None,
    }
}

fn inner(segment: &PathSegment) -> Option<&Type> {
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else {
        return None;
    };
    match arguments.args.first() {
        Some(GenericArgument::Type(ty)) if arguments.args.len() == 1 => Some(ty),
        _ => None,
    }
}

struct Borrowed<'e>(&'e mut Errors);

impl Visit<'_> for Borrowed<'_> {
    fn visit_type_reference(&mut self, reference: &TypeReference) {
        let (found, owned) = (source::text(reference), owned(&reference.elem));
        self.0
            .at(reference, format!("`{found}` is borrowed: take `{owned}`"));
    }

    fn visit_lifetime(&mut self, lifetime: &Lifetime) {
        self.0.at(
            lifetime,
            format!("lifetime `{lifetime}` is not supported: expected an owned type"),
        );
    }

    fn visit_type_impl_trait(&mut self, opaque: &TypeImplTrait) {
        Opaque(self.0).visit_type_impl_trait(opaque);
    }
}

struct Opaque<'e>(&'e mut Errors);

impl Visit<'_> for Opaque<'_> {
    fn visit_type_impl_trait(&mut self, opaque: &TypeImplTrait) {
        let found = source::text(opaque);
        self.0.at(
            opaque,
            format!("`{found}` is not supported: expected a concrete type"),
        );
    }

    fn visit_type(&mut self, ty: &Type) {
        visit::visit_type(self, ty);
    }
}

fn owned(borrowed: &Type) -> String {
    match borrowed {
        Type::Slice(slice) => format!("Vec<{}>", source::text(&slice.elem)),
        Type::Path(path) if path.path.is_ident("str") => "String".to_owned(),
        other => source::text(other),
    }
}
