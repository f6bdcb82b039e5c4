/** What pages of applying without an account have in common: the puzzle, and what came of sending. */
import { data } from "@remix-run/node";
import type { ConsoleContext } from "~/contract/context";
import { type FieldErrors, isDispatchError } from "~/contract/errors";
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

/** One value: a field sent twice, or a file, is no text. */
export function textOf(form: FormData, name: string): string {
  const [value, ...more] = form.getAll(name);
  return typeof value === "string" && more.length === 0 ? value.trim() : "";
}
