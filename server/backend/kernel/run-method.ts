/** Finds the method that a call names and answers it, or says why not. */
import type { Locale } from "~/contract/messages";
import { m } from "~/contract/messages";
import type { Business } from "~/contract/method";
import { isLogged, log } from "../../log";
import { beginSpan } from "../../tracing";
import { type Answer, refused, succeeded } from "./answers";
import { type Arriving, readBody } from "./body";
import { noteCall } from "./note-call";
import { NotFound } from "./refusal";
import { type Kernel, MethodRun } from "./run";
import { answerTogether } from "./together";
import { visitorOf, visitorStorage } from "./visitor-claim";

export async function runMethod(
  kernel: Kernel,
  business: Business,
  arriving: Arriving,
  locale: Locale,
): Promise<Answer> {
  const { headers, address } = arriving;
  const requestId = headers.get("x-request-id")?.slice(0, 60) || crypto.randomUUID();
  const started = performance.now();
  const span = beginSpan(business, "server", { "console.request_id": requestId }, headers.get("traceparent"));
  let method = "";
  let isTrip = false;
  let run: MethodRun | null = null;
  const answered = (answer: Answer): Answer => {
    if (isLogged("debug")) {
      const ms = Math.round((performance.now() - started) * 10) / 10;
      log("debug", "call", { requestId, business, method, status: answer.status, ms });
    }
    const { status } = answer;
    const told = { "rpc.service": business, "rpc.method": method, "http.response.status_code": status };
    span?.end(told, status >= 500, method && `${business}/${method}`);
    // Of a trip each of its calls is noted by itself; the trip where it came to nothing.
    if (!(isTrip && status < 400))
      noteCall(kernel, { method, caller: run?.caller ?? null, headers, requestId, started }, answer);
    return answer;
  };
  try {
    const body = await readBody(arriving, business === "offline" ? "json" : "form");
    const served = kernel.served.get(`${business}/${body.method}`);
    method = served?.method.name ?? "";
    if (!served) throw new NotFound(m.ops_unknown_method({ name: body.method }));
    const visitor = visitorOf({ key: kernel.visitorKey, headers, address, requestId });
    const asked = { served, body, headers, locale, requestId, visitor };
    isTrip = served.together === true;
    run = new MethodRun(kernel, asked);
    const own = run;
    const answer = () => (served.together ? answerTogether(kernel, asked) : own.answer());
    return answered(succeeded(await visitorStorage.run(visitor, answer)));
  } catch (error) {
    return answered(refused(error, requestId));
  }
}
