/** What an answer means: the error catalogue of specification 8 in one pure function. */
import type { DispatchFailure, FieldErrors, Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import { type Envelope, successCode } from "~/contract/wire";

export interface RawAnswer {
  status: number;
  /** The body as text; "" for none. */
  text: string;
}

export type Outcome = { ok: true; data: unknown } | { ok: false; failure: DispatchFailure };

/** Success is code 10000, or status, respCode or code equal to 200 (number or text). Everything else is a failure. */
export function outcomeOf({ status, text }: RawAnswer, customMessage?: string): Outcome {
  return outcomeOfEnvelope(status, parsed(text), customMessage);
}

/** As {@link outcomeOf}, of a body that is read already; null where it is no object. */
export function outcomeOfEnvelope(status: number, envelope: Envelope | null, customMessage?: string): Outcome {
  const said = customMessage ?? envelope?.message ?? envelope?.respMsg ?? "";
  const message = typeof said === "string" ? said : "";
  if (status === 401 || Number(envelope?.status) === 401) return no({ kind: "signedOut", message });
  if (status === 403) return no({ kind: "forbidden", message });
  if (status === 404) return no({ kind: "notFound", message });
  if ((status === 422 || status === 400) && envelope?.errors) {
    return no({ kind: "invalid", message, errors: errorsOf(envelope.errors) });
  }
  if (status === 400) return no({ kind: "badRequest", message: message || m.error_bad_request() });
  if (status < 300 && envelope && isSuccess(envelope)) return { ok: true, data: envelope.data };
  const failed: DispatchFailure = { kind: "failed", message: message || unreadable(envelope), status };
  const code = Number(envelope?.code);
  return no(Number.isFinite(code) ? { ...failed, code } : failed);
}

function isSuccess({ code, status, respCode }: Envelope): boolean {
  return (
    Number(code) === successCode ||
    [status, respCode, code].some((value) => value !== undefined && Number(value) === 200)
  );
}

function unreadable(envelope: Envelope | null): string {
  return envelope ? m.error_no_reason() : m.error_unreadable();
}

function parsed(text: string): Envelope | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** Only what has the shape of messages by field is shown. */
function errorsOf(value: unknown): FieldErrors {
  const errors: FieldErrors = {};
  if (typeof value !== "object" || value === null) return errors;
  for (const [field, messages] of Object.entries(value)) {
    const texts = [messages].flat().filter((text) => typeof text === "string");
    if (texts.length > 0) errors[field] = texts;
  }
  return errors;
}

function no(failure: DispatchFailure): Outcome {
  return { ok: false, failure };
}

/** No response at all (spec 8). */
export function timedOut(): DispatchFailure {
  return { kind: "timeout", message: m.error_timeout() };
}

/** Title and text of what the user is told. */
export function noticeOfFailure(failure: DispatchFailure): Notice {
  if (failure.kind === "timeout") return { title: m.error_timeout_title(), message: failure.message };
  return { title: m.error_failed_title(), message: failure.message };
}
