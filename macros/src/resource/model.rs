//! [`Model`]: a resource, validated.

use syn::LitStr;

use super::attributes::Attributes;
use crate::{
    errors::Errors,
    function::Function,
    meta::MetaEntry,
    name,
    parameter::{Parameter, Source},
    template::{Template, Variable},
};

/// A resource that can be expanded if there was no mistake.
pub(super) struct Model {
    pub(super) function: Function,
    /// Absent only if there was a mistake.
    pub(super) uri: Option<LitStr>,
    pub(super) name: String,
    pub(super) title: Option<LitStr>,
    pub(super) mime: Option<LitStr>,
    pub(super) tags: Vec<LitStr>,
    pub(super) meta: Vec<MetaEntry>,
    pub(super) belongs_to: Option<LitStr>,
}

impl Model {
    /// Checks the arguments of the attribute against the function.
    pub(super) fn check(
        attributes: Attributes,
        mut function: Function,
        errors: &mut Errors,
    ) -> Self {
        let template = attributes.uri.map(|uri| Template::parse(uri, errors));
        if let Some(template) = &template {
            match_variables(template, &function, errors);
            match_parameters(template, &mut function.parameters, errors);
        }
        Self {
            uri: template.map(|template| template.uri),
            name: name::choose(attributes.name.as_ref(), function.name(), errors),
            title: attributes.title,
            mime: attributes.mime,
            tags: attributes.tags,
            meta: attributes.meta,
            belongs_to: attributes.belongs_to,
            function,
        }
    }
}

fn match_variables(template: &Template, function: &Function, errors: &mut Errors) {
    let is_taken = |variable: &&Variable| {
        function
            .parameters
            .iter()
            .any(|parameter| parameter.wire_name() == variable.name)
    };
    for Variable { name, .. } in template
        .variables
        .iter()
        .filter(|variable| !is_taken(variable))
    {
        let expected = format!("expected `{name}` among those of `{}`", function.name());
        errors.at(
            &template.uri,
            format!("variable `{name}` has no parameter: {expected}"),
        );
    }
}

/// A parameter is sent if the template has a variable of its name, and else taken from the call.
fn match_parameters(template: &Template, parameters: &mut [Parameter], errors: &mut Errors) {
    for parameter in parameters {
        let name = parameter.wire_name();
        let has_name = |variable: &&Variable| variable.name == name;
        match template.variables.iter().find(has_name) {
            Some(variable) => {
                parameter.source = Source::Sent;
                refuse_required_query(variable, parameter, errors);
            }
            None if parameter.source == Source::Sent => {
                let expected = format!("expected `{{{name}}}` in `{}`", template.uri.value());
                errors.at(
                    &parameter.name,
                    format!("parameter `{name}` has no variable: {expected}"),
                );
            }
            None => parameter.source = Source::Taken,
        }
    }
}

fn refuse_required_query(variable: &Variable, parameter: &Parameter, errors: &mut Errors) {
    if variable.in_query && !parameter.may_be_absent() {
        let name = &variable.name;
        let expected = "expected `Option<_>` or `#[default(…)]`";
        errors.at(
            &parameter.ty,
            format!("query variable `{name}` may be absent: {expected}"),
        );
    }
}
