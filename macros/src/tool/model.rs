//! [`Model`]: a tool, validated.

use proc_macro2::Group;
use syn::{Ident, LitStr};

use super::{attributes::Attributes, rate_limit::RateLimit};
use crate::{
    confirm::Confirm, errors::Errors, function::Function, meta::MetaEntry, name,
    parameter::Parameter, timeout,
};

/// A tool that can be expanded if there was no mistake.
pub(super) struct Model {
    pub(super) function: Function,
    pub(super) name: String,
    pub(super) title: Option<LitStr>,
    pub(super) tags: Vec<LitStr>,
    /// In milliseconds.
    pub(super) timeout: Option<u64>,
    /// The builder methods to call.
    pub(super) flags: Vec<Ident>,
    pub(super) scopes: Vec<LitStr>,
    pub(super) confirm: Option<Confirm>,
    pub(super) rate_limit: Option<RateLimit>,
    pub(super) meta: Vec<MetaEntry>,
    pub(super) icons: Vec<LitStr>,
    pub(super) examples: Vec<Group>,
    pub(super) usage_examples: Vec<LitStr>,
}

impl Model {
    /// Checks the arguments of the attribute against the function.
    pub(super) fn check(
        attributes: Attributes,
        mut function: Function,
        errors: &mut Errors,
    ) -> Self {
        refuse_contradiction(&attributes.flags, errors);
        refuse_shared_headers(&function.parameters, errors);
        let confirm = attributes
            .confirm
            .and_then(|text| Confirm::parse(&text, &mut function.parameters, errors));
        Self {
            name: name::choose(attributes.name.as_ref(), function.name(), errors),
            title: attributes.title,
            tags: attributes.tags,
            timeout: attributes
                .timeout
                .and_then(|text| timeout::parse(&text, errors)),
            flags: attributes.flags,
            scopes: attributes.scopes,
            confirm,
            rate_limit: attributes.rate_limit,
            meta: attributes.meta,
            icons: attributes.icons,
            examples: attributes.examples,
            usage_examples: attributes.usage_examples,
            function,
        }
    }
}

fn refuse_contradiction(flags: &[Ident], errors: &mut Errors) {
    let find = |name: &str| flags.iter().find(|flag| *flag == name);
    if let (Some(_), Some(destructive)) = (find("read_only"), find("destructive")) {
        errors.at(
            destructive,
            "`destructive` contradicts `read_only`: expected one of them",
        );
    }
}

/// Header names are compared without case, as on the wire.
fn refuse_shared_headers(parameters: &[Parameter], errors: &mut Errors) {
    let mut seen = Vec::new();
    for header in parameters
        .iter()
        .filter_map(|parameter| parameter.attributes.header.as_ref())
    {
        let name = header.value();
        if seen.contains(&name.to_ascii_lowercase()) {
            errors.at(
                header,
                format!("duplicate header `{name}`: expected each on one parameter"),
            );
        }
        seen.push(name.to_ascii_lowercase());
    }
}
