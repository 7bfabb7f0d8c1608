import type { Answer, Refined } from "./answer";

/** One finding about a request: a JSON pointer into what was sent, as `/config/query`, and what is wrong. */
export type Problem = Answer<"Finding">;

/** The body of an error (RFC 9457). `current` is the stored value, with status 412. */
export type ProblemDocument = Refined<
  Partial<Answer<"Problem">>,
  { title: string; status: number; problems?: Problem[] }
>;

/** The server answered, and refused. */
export class ApiError extends Error {
  readonly status: number;
  readonly document: ProblemDocument;

  constructor(document: ProblemDocument) {
    super(document.detail ?? document.title);
    this.name = "ApiError";
    this.status = document.status;
    this.document = document;
  }

  get problems(): Problem[] {
    return this.document.problems ?? [];
  }
}

/** The server did not answer at all. */
export class AwayError extends Error {
  constructor() {
    super("the server does not answer");
    this.name = "AwayError";
  }
}
