//! The check of a signature, apart from its parameters: it must be a safe Rust function without
//! generics.

use syn::{GenericParam, Ident, ReturnType, Signature};

use crate::{errors::Errors, parameter::refuse_impl_trait, source};

/// A struct of one of these names would hide the type from everything beside the function.
const PRIMITIVES: [&str; 17] = [
    "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "str", "u8", "u16",
    "u32", "u64", "u128", "usize",
];

/// Refuses everything in a signature that the expansion could not call or name.
pub(crate) fn check(signature: &Signature, errors: &mut Errors) {
    refuse_primitive(&signature.ident, errors);
    refuse_qualifiers(signature, errors);
    for parameter in &signature.generics.params {
        refuse_generic(parameter, errors);
    }
    if let ReturnType::Type(_, ty) = &signature.output {
        refuse_impl_trait(ty, errors);
    }
}

fn refuse_primitive(function: &Ident, errors: &mut Errors) {
    if PRIMITIVES.iter().any(|primitive| function == primitive) {
        let expected = format!("expected another function name, with `name = \"{function}\"`");
        errors.at(
            function,
            format!("`{function}` is a primitive type: {expected}"),
        );
    }
}

fn refuse_qualifiers(signature: &Signature, errors: &mut Errors) {
    if let Some(unsafety) = &signature.unsafety {
        errors.at(
            unsafety,
            "`unsafe` is not supported: expected a safe function",
        );
    }
    if let Some(abi) = &signature.abi {
        let found = source::text(abi);
        errors.at(
            abi,
            format!("`{found}` is not supported: expected a Rust function"),
        );
    }
    if let Some(variadic) = &signature.variadic {
        errors.at(
            variadic,
            "`...` is not supported: expected named parameters",
        );
    }
}

fn refuse_generic(parameter: &GenericParam, errors: &mut Errors) {
    let (name, expected) = match parameter {
        GenericParam::Lifetime(lifetime) => (source::text(&lifetime.lifetime), "owned types"),
        GenericParam::Type(ty) => (ty.ident.to_string(), "concrete types"),
        GenericParam::Const(constant) => (constant.ident.to_string(), "concrete types"),
    };
    errors.at(
        parameter,
        format!("generic parameter `{name}` is not supported: expected {expected}"),
    );
}
