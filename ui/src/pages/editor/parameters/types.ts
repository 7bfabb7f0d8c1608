/** The types that a parameter can have. */
export const TYPES = ["string", "integer", "number", "boolean", "array", "object"] as const;
