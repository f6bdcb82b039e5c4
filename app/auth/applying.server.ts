/** What pages of applying without an account have in common: the puzzle, and what came of sending. */
import { data } from "@remix-run/node";
import type { ConsoleContext } from "~/contract/context";
import { type FieldErrors, isDispatchError } from "~/contract/errors";
import { uploadAnswer } from "~/contract/file-answers";
import { sizeProblem, ticketUploadPath, uploadTicketForm } from "~/contract/files";
import { m } from "~/contract/messages";
import { captchaNeededCode, captchaSize, signInNeeds, verifyImage } from "~/contract/platform/captcha";
import type { CaptchaState } from "~/widgets/slide-captcha";
import { newPicture } from "./captcha-state.server";

/** The puzzle as the page shows it. */
export async function applyPuzzle(context: ConsoleContext): Promise<CaptchaState> {
  const needs = await context.dispatch.call(signInNeeds, {}, { silent: true });
  return needs?.passed ? "passed" : ((await newPicture(context)) ?? "trouble");
}

/** Without scripts the click on the picture comes with the form. `accName`: whom the puzzle is solved for. */
export async function tryClick(form: FormData, context: ConsoleContext, accName: string): Promise<void> {
  const { dispatch, clientAddress } = context;
  const [x = "", y = ""] = ["captcha.x", "captcha.y"].map((name) => textOf(form, name));
  if (!/^\d{1,4}$/.test(x) || !/^\d{1,4}$/.test(y)) return;
  const [left = "", top = ""] = [x, y].map((place) => String(Number(place) - captchaSize.piece / 2));
  await dispatch.call(verifyImage, { x_index: left, y_index: top, accName, clientAddress });
}

/** 422 with messages by field, 428 where the puzzle comes first, 409 with the rule that said no. */
export function refusedApplication<V>(error: unknown, values: V) {
  if (!isDispatchError(error)) throw error;
  const { failure } = error;
  const number = "";
  if (failure.kind === "invalid") return data({ errors: failure.errors, values, number }, { status: 422 });
  const status = failure.kind === "failed" ? failure.status : undefined;
  const at = status === captchaNeededCode ? "captcha" : "";
  const errors: FieldErrors = { [at]: [failure.message] };
  return data({ errors, values, number }, { status: status === captchaNeededCode ? status : 409 });
}

/** A file that is there already, with the ticket that it came with. */
export interface Brought {
  ticket: string;
  name: string;
}

interface Bringing {
  most: number;
  megabytes: number;
  /** Asks for leave to bring so many; answers a ticket each. */
  leave: (count: number) => Promise<string[]>;
}

/** Of an earlier try of this form, less those that were taken off. */
export const broughtBefore = (form: FormData, name: string): Brought[] =>
  form.getAll(name).flatMap((value) => {
    const [ticket = "", ...words] = String(value).split(" ");
    return uploadTicketForm.test(ticket) ? [{ ticket, name: words.join(" ").slice(0, 120) }] : [];
  });

/**
 * Sends on the files of the input `name.upload`, each with its ticket, and adds those that came in to `brought`: one that is
 * refused keeps none of the others out. Answers what is wrong, else null.
 */
export async function bringFiles(
  form: FormData,
  { dispatch }: ConsoleContext,
  name: string,
  brought: Brought[],
  { most, megabytes, leave }: Bringing,
): Promise<string | null> {
  const files = form.getAll(`${name}.upload`).filter((value) => value instanceof File && value.name !== "") as File[];
  if (files.length === 0) return null;
  if (brought.length + files.length > most) return m.apply_files_most({ n: most });
  const large = files.find(({ size }) => sizeProblem(size, "file", megabytes) !== null);
  if (large) return m.apply_file_large({ name: large.name, n: megabytes });
  const tickets = await leave(files.length);
  let problem: string | null = null;
  for (const [place, ticket] of tickets.entries()) {
    const file = files[place];
    if (!file) continue;
    try {
      await dispatch.upload(`${ticketUploadPath}?ticket=${ticket}`, [file], {}, uploadAnswer);
      brought.push({ ticket, name: file.name });
    } catch (error) {
      if (!isDispatchError(error)) throw error;
      const { failure } = error;
      const said = failure.kind === "invalid" ? Object.values(failure.errors).flat()[0] : failure.message;
      problem ??= m.apply_file_wrong({ name: file.name, said: said || m.files_failed() });
    }
  }
  return problem;
}

/** One value: a field sent twice, or a file, is no text. */
export function textOf(form: FormData, name: string): string {
  const [value, ...more] = form.getAll(name);
  return typeof value === "string" && more.length === 0 ? value.trim() : "";
}
