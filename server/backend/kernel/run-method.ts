/** Finds the method that a call names and answers it, or says why not. */
import type { Locale } from "~/contract/messages";
import { m } from "~/contract/messages";
import type { Business } from "~/contract/method";
import { type Answer, refused, succeeded } from "./answers";
import { type Arriving, readBody } from "./body";
import { NotFound } from "./refusal";
import { type Kernel, MethodRun } from "./run";
import { answerTogether } from "./together";
import { visitorOf } from "./visitor-claim";

export async function runMethod(
  kernel: Kernel,
  business: Business,
  arriving: Arriving,
  locale: Locale,
): Promise<Answer> {
  const { headers, address } = arriving;
  const requestId = headers.get("x-request-id")?.slice(0, 60) || crypto.randomUUID();
  try {
    const body = await readBody(arriving, business === "offline" ? "json" : "form");
    const served = kernel.served.get(`${business}/${body.method}`);
    if (!served) throw new NotFound(m.ops_unknown_method({ name: body.method }));
    const visitor = visitorOf({ key: kernel.visitorKey, headers, address, requestId });
    const asked = { served, body, headers, locale, requestId, visitor };
    if (served.together) return succeeded(await answerTogether(kernel, asked));
    return succeeded(await new MethodRun(kernel, asked).answer());
  } catch (error) {
    return refused(error, requestId);
  }
}
