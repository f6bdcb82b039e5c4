/** The error catalogue of specification 8 as data: every way in which a dispatch call may fail. */

/** Messages by field name; the key "" holds what concerns the whole form. */
export type FieldErrors = Record<string, string[]>;

export type DispatchFailure =
  /** The server answered, and not with success: notice titled 失败 with its message. */
  | { kind: "failed"; message: string; code?: number; status?: number }
  /** The payload was refused field by field (HTTP 422, or 400 with `errors`). */
  | { kind: "invalid"; message: string; errors: FieldErrors }
  /** Body status 401, or HTTP 401: the token is cleared and the user goes to /login. */
  | { kind: "signedOut"; message: string }
  /** HTTP 403: the route becomes /403. */
  | { kind: "forbidden"; message: string }
  /** HTTP 404: the route becomes /404. */
  | { kind: "notFound"; message: string }
  /** HTTP 400 without `errors`: nothing special, the message is shown. */
  | { kind: "badRequest"; message: string }
  /** No response at all within the time limit, or a cut line: notice titled 请求超时. */
  | { kind: "timeout"; message: string };

const brand = "dispatch-error";

/** Thrown by the dispatch client. Recognise it with {@link isDispatchError}: bundles hold separate copies of the class. */
export class DispatchError extends Error {
  readonly brand = brand;
  constructor(
    readonly failure: DispatchFailure,
    readonly methodName: string,
  ) {
    super(`${methodName}: ${failure.kind}: ${failure.message}`);
    this.name = "DispatchError";
  }
}

export function isDispatchError(error: unknown): error is DispatchError {
  return typeof error === "object" && error !== null && "brand" in error && error.brand === brand;
}

/** What the console shows for a failure: title and text, in the language of the request. */
export interface Notice {
  title: string;
  message: string;
}
