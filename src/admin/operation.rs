//! [`Operation`]: a method of a path, what it needs, and what it answers.
//!
//! The router and the OpenAPI document are made from the same operations, so that they cannot
//! differ.

use std::{any::TypeId, sync::Arc};

use axum::http::{Method, StatusCode};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use toolwright::BoxFuture;

use super::{
    answer::Answer,
    api::Api,
    request::{ApiRequest, BodyLimits, StatedTypes},
    rights::Right,
};

/// The function that serves an operation.
pub(super) type Handler = fn(Arc<Api>, ApiRequest) -> BoxFuture<'static, Answer>;

/// Writes the schema of a type.
pub(super) type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

/// A type of a query or a body: what the document says of it, and what a handler reads.
#[derive(Debug, Clone, Copy)]
pub(super) struct StatedType {
    pub(super) schema: SchemaOf,
    pub(super) id: TypeId,
}

impl StatedType {
    fn of<T: JsonSchema + 'static>() -> Self {
        Self {
            schema: schema_of::<T>,
            id: TypeId::of::<T>(),
        }
    }
}

/// A method of a path.
#[derive(Debug, Clone)]
pub(super) struct Operation {
    pub(super) method: Method,
    /// The path below `/api/v1`, such as `/tools/{name}`.
    pub(super) path: &'static str,
    /// The name, which programs that are generated from the document use.
    pub(super) id: &'static str,
    pub(super) summary: &'static str,
    pub(super) right: Right,
    pub(super) query: Option<StatedType>,
    pub(super) body: Option<StatedType>,
    pub(super) status: StatusCode,
    pub(super) answer: Option<SchemaOf>,
    pub(super) content_type: &'static str,
    /// Whether the request names the revision that it was made for.
    pub(super) needs_revision: bool,
    /// Whether it calls tools, which the execution log records.
    is_call: bool,
    pub(super) handler: Handler,
}

impl Operation {
    /// Creates an operation for any caller that answers 204.
    const fn new(
        method: Method,
        path: &'static str,
        id: &'static str,
        summary: &'static str,
        handler: Handler,
    ) -> Self {
        Self {
            method,
            path,
            id,
            summary,
            right: Right::Caller,
            query: None,
            body: None,
            status: StatusCode::NO_CONTENT,
            answer: None,
            content_type: "application/json",
            needs_revision: false,
            is_call: false,
            handler,
        }
    }

    /// Creates an operation of the method `GET`.
    pub(super) const fn get(
        path: &'static str,
        id: &'static str,
        summary: &'static str,
        handler: Handler,
    ) -> Self {
        Self::new(Method::GET, path, id, summary, handler)
    }

    /// Creates an operation of the method `POST`.
    pub(super) const fn post(
        path: &'static str,
        id: &'static str,
        summary: &'static str,
        handler: Handler,
    ) -> Self {
        Self::new(Method::POST, path, id, summary, handler)
    }

    /// Creates an operation of the method `PUT`.
    pub(super) const fn put(
        path: &'static str,
        id: &'static str,
        summary: &'static str,
        handler: Handler,
    ) -> Self {
        Self::new(Method::PUT, path, id, summary, handler)
    }

    /// Creates an operation of the method `PATCH`.
    pub(super) const fn patch(
        path: &'static str,
        id: &'static str,
        summary: &'static str,
        handler: Handler,
    ) -> Self {
        Self::new(Method::PATCH, path, id, summary, handler)
    }

    /// Creates an operation of the method `DELETE`.
    pub(super) const fn delete(
        path: &'static str,
        id: &'static str,
        summary: &'static str,
        handler: Handler,
    ) -> Self {
        Self::new(Method::DELETE, path, id, summary, handler)
    }

    /// Returns the limits of the body, if one is expected.
    pub(super) fn body_limits(&self) -> Option<BodyLimits> {
        let limits = match self.right {
            Right::Nothing => BodyLimits::OPEN,
            _ => BodyLimits::USUAL,
        };
        self.body.as_ref().map(|_| limits)
    }

    /// Returns the types that a handler may read.
    pub(super) fn stated(&self) -> StatedTypes {
        StatedTypes {
            query: self.query.map(|query| query.id),
            body: self.body.map(|body| body.id),
        }
    }

    /// Sets what the caller needs.
    pub(super) const fn needs(mut self, right: Right) -> Self {
        self.right = right;
        self
    }

    /// Sets the query.
    pub(super) fn query<T: JsonSchema + 'static>(mut self) -> Self {
        self.query = Some(StatedType::of::<T>());
        self
    }

    /// Sets the body.
    pub(super) fn body<T: JsonSchema + 'static>(mut self) -> Self {
        self.body = Some(StatedType::of::<T>());
        self
    }

    /// Sets the value that it answers.
    pub(super) fn answers<T: JsonSchema>(mut self, status: StatusCode) -> Self {
        self.status = status;
        self.answer = Some(schema_of::<T>);
        self
    }

    /// Sets another content type than JSON.
    pub(super) const fn of_type(mut self, content_type: &'static str) -> Self {
        self.content_type = content_type;
        self
    }

    /// Says that the request names the revision that it was made for.
    pub(super) const fn with_revision(mut self) -> Self {
        self.needs_revision = true;
        self
    }

    /// Says that it calls tools, or checks something, and changes nothing by itself.
    pub(super) const fn calling(mut self) -> Self {
        self.is_call = true;
        self
    }

    /// Returns whether it changes something.
    pub(super) fn is_change(&self) -> bool {
        self.method != Method::GET && !self.is_call
    }
}

fn schema_of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}
