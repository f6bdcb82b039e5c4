/** Forms on the server: read what was posted, call, and turn what is refused into messages beside what was typed. */

import { parseWithZod } from "@conform-to/zod/v4";
import { type AppLoadContext, redirect } from "@remix-run/node";
import type { z } from "zod";
import type { Flash } from "~/contract/context";
import { type FieldErrors, isDispatchError, type Notice } from "~/contract/errors";
import { m } from "~/contract/messages";

/** What was typed, by field name: to fill the form with again. */
export type Typed = Record<string, string>;

export type Read<T> =
  | { ok: true; value: T; typed: Typed; intent: string }
  | { ok: false; errors: FieldErrors; typed: Typed };

/** Rich text is long; the body as a whole is bounded. */
const maxTyped = 50_000;

/** Reads a form by a schema (Conform's rules: empty is absent, `items[0].name` nests). The intent is the pressed button. */
export async function read<S extends z.ZodType>(request: Request, schema: S): Promise<Read<z.output<S>>> {
  return readForm(await request.formData(), schema);
}

/** `coerce: false` leaves every value the text it is: for schemas that read texts themselves. */
export function readForm<S extends z.ZodType>(
  form: FormData,
  schema: S,
  options: { coerce?: boolean } = {},
): Read<z.output<S>> {
  const typed = typedOf(form);
  const submission = parseWithZod(form, { schema, disableAutoCoercion: options.coerce === false });
  if (submission.status === "success") {
    return { ok: true, value: submission.value as z.output<S>, typed, intent: typed.intent ?? "" };
  }
  const errors: FieldErrors = {};
  for (const [name, messages] of Object.entries(submission.error ?? {})) if (messages) errors[name] = [...messages];
  return { ok: false, errors, typed };
}

/** Texts by name; of a repeated field the first counts. */
export function typedOf(form: FormData): Typed {
  const typed = new Map<string, string>();
  for (const [name, value] of form) {
    if (typeof value === "string" && !typed.has(name) && name.length <= 60) typed.set(name, value.slice(0, maxTyped));
  }
  typed.delete("__proto__");
  return Object.fromEntries(typed);
}

export interface Refused {
  kind: "invalid" | "failed" | "badRequest" | "timeout";
  /** Of the answer to the browser. */
  status: number;
  errors: FieldErrors;
  notice: Notice | null;
  /** What a notice of fields would be headed by. */
  title?: string;
}

export type Attempt<T> = { ok: true; value: T } | { ok: false; refusal: Refused };

/**
 * Calls, and answers a refusal where the user can act on it: 422 with messages by field, 409 with the rule that said no,
 * 504 after a time-out (the outcome is not known then). `title` heads what is said, where its purpose is known; spec 8 words
 * the one that it has without. Signed out, forbidden and not found go on to the page's edge.
 */
export async function attempt<T>(
  _context: AppLoadContext,
  work: () => Promise<T>,
  title = m.error_failed_title(),
): Promise<Attempt<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    const refusal = refusalOf(error, title);
    if (!refusal) throw error;
    return { ok: false, refusal };
  }
}

function refusalOf(error: unknown, title: string): Refused | null {
  if (!isDispatchError(error)) return null;
  const { failure } = error;
  const failed = { title, message: failure.message };
  switch (failure.kind) {
    case "invalid":
      return {
        kind: "invalid",
        status: 422,
        title,
        errors: failure.errors,
        notice: Object.keys(failure.errors).length > 0 ? null : failed,
      };
    case "badRequest":
      return { kind: "badRequest", status: 400, errors: {}, notice: failed };
    case "failed":
      return {
        kind: "failed",
        status: failure.status && failure.status >= 500 ? 502 : 409,
        errors: {},
        notice: failed,
      };
    case "timeout":
      return {
        kind: "timeout",
        status: 504,
        errors: {},
        notice: { title: m.error_timeout_title(), message: failure.message },
      };
    default:
      return null;
  }
}

/** Of a form that has no place beside its fields for what is wrong with them. */
export function noticeOfRefusal({ notice, errors, title }: Omit<Refused, "kind" | "status">): Notice | null {
  const [first] = Object.values(errors).flat();
  return notice ?? (first ? { title: title ?? m.error_failed_title(), message: first } : null);
}

/** Done: a notice on the next page, which a reload does not send again. */
export function done(context: AppLoadContext, path: string, flash: Flash): Response {
  context.session.flash(flash);
  return redirect(path, 303);
}
