//! The type of a parameter: whether it is plain, optional, owned.

use syn::{
    GenericArgument, Lifetime, PathArguments, PathSegment, Type, TypeImplTrait, TypePath,
    TypeReference,
    visit::{self, Visit},
};

use crate::{errors::Errors, source};

/// Whether this type is an `Option`.
pub(super) fn is_option(ty: &Type) -> bool {
    last_segment(ty).is_some_and(|segment| segment.ident == "Option")
}

/// Whether this is a type of the standard library that a client sends, and that nobody can
/// implement `FromContext` for.
pub(super) fn is_plain(ty: &Type) -> bool {
    const PLAIN: [&str; 16] = [
        "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16",
        "u32", "u64", "usize", "String",
    ];
    let Some(segment) = last_segment(ty) else {
        return false;
    };
    match segment.ident.to_string().as_str() {
        "Option" | "Vec" => inner(segment).is_some_and(is_plain),
        name => PLAIN.contains(&name) && segment.arguments.is_none(),
    }
}

/// Refuses references, lifetimes and `impl Trait` in the type of a parameter.
///
/// A state may be of any type: it is shared, not parsed.
pub(super) fn refuse_borrowed(ty: &Type, errors: &mut Errors) {
    if last_segment(ty).is_none_or(|segment| segment.ident != "State") {
        Borrowed(errors).visit_type(ty);
    }
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
