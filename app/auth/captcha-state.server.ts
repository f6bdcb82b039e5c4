/** Whether a sign-in needs the puzzle, and its picture as pages show it. */
import type { ConsoleContext } from "~/contract/context";
import { queryImage, signInNeeds } from "~/contract/platform/captcha";
import type { CaptchaPicture, CaptchaState } from "~/widgets/slide-captcha";

/** Null: no puzzle is needed. */
export async function captchaState(context: ConsoleContext): Promise<CaptchaState | null> {
  const needs = await context.dispatch.call(signInNeeds, {}, { silent: true });
  if (!needs?.captcha) return null;
  return needs.passed ? "passed" : ((await newPicture(context)) ?? "trouble");
}

export async function newPicture({ dispatch, clientAddress }: ConsoleContext): Promise<CaptchaPicture | null> {
  const answer = await dispatch.call(queryImage, { clientAddress }, { silent: true });
  if (!answer) return null;
  const { width, height, oriImg, newImg } = answer;
  return { width, height, picture: imageAddress(oriImg), piece: imageAddress(newImg) };
}

/** Other dispatch APIs may draw in other formats: base64 begins alike for each. */
function imageAddress(base64: string): string {
  if (base64.startsWith("data:image/")) return base64;
  const type = base64.startsWith("iVBOR") ? "png" : base64.startsWith("/9j/") ? "jpeg" : "webp";
  return `data:image/${type};base64,${base64}`;
}
