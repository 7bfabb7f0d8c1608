import type { components } from "./schema";

type Schemas = components["schemas"];

/** The body of a request, as the server's OpenAPI document describes it. */
export type Body<Name extends keyof Schemas> = Schemas[Name];

/**
 * The body of an answer, as the server's OpenAPI document describes it. The document calls members that may be `null`
 * optional; the server always sends them.
 */
export type Answer<Name extends keyof Schemas> = Whole<Schemas[Name]>;

type Whole<T> = T extends (infer Item)[]
  ? Whole<Item>[]
  : T extends object
    ? { [Name in keyof T]-?: Whole<T[Name]> }
    : T;

/** A type with members that are known more exactly than the document says. */
export type Refined<T, Members> = Omit<T, keyof Members> & Members;
