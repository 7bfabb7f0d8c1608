/** One finding about a request, as `problems` of an `application/problem+json` answer has it. */
export interface Problem {
  /** JSON pointer into what was sent, as `/config/query`. */
  path: string;
  message: string;
}

/** The body of an error (RFC 9457). */
export interface ProblemDocument {
  title: string;
  status: number;
  detail?: string;
  problems?: Problem[];
  /** The stored value, with status 412. */
  current?: unknown;
}

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
