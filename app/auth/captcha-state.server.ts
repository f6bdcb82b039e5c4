/** What a sign-in needs: the puzzle with its picture as pages show it, and the work that the browser does for it. */
import type { ConsoleContext } from "~/contract/context";
import { queryImage, signInNeeds } from "~/contract/platform/captcha";
import type { CaptchaPicture, CaptchaState } from "~/widgets/slide-captcha";

export interface Needs {
  /** Null: no puzzle is needed. */
  captcha: CaptchaState | null;
  /** Null: none is asked for, or there are no scripts to do it. */
  work: { challenge: string; bits: number } | null;
}

export async function signInState(context: ConsoleContext): Promise<Needs> {
  const { clientAddress, device, preferences } = context;
  const asked = { clientAddress, device, scripts: !preferences.lite };
  const needs = await context.dispatch.call(signInNeeds, asked, { silent: true });
  const work = needs?.work ?? null;
  if (!needs?.captcha) return { captcha: null, work };
  return { captcha: needs.passed ? "passed" : ((await newPicture(context)) ?? "trouble"), work };
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
