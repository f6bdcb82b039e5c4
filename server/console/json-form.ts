/** Pages as plain JSON for testers: Remix's own `.data` answer of the page, decoded; the same loaders, actions, statuses. */
import { decode } from "turbo-stream";
import { forbiddenText } from "~/screens/asked-page.server";

export function wantsJson(request: Request): boolean {
  return request.headers.get("accept")?.split(",")[0]?.split(";")[0]?.trim() === "application/json";
}

export function jsonAnswer(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { "cache-control": "private, no-store", ...headers } });
}

/** The sentence that the 403 page of this address shows, where it names what was asked for. */
export function refusalSentence(address: string): { message?: string } {
  const { pathname, searchParams } = new URL(address, "http://console");
  const message = pathname === "/403" ? forbiddenText(searchParams) : null;
  return message === null ? {} : { message };
}

interface Redirected {
  redirect: string;
}

const redirected = Symbol("redirected");

/** The leaf route's data, an action's data, `{redirectTo}` with 200, or the error with its status. */
export async function asJson(answer: Response): Promise<Response> {
  const headers = new Headers({
    "cache-control": "private, no-store",
    "content-type": "application/json; charset=utf-8",
  });
  for (const cookie of answer.headers.getSetCookie()) headers.append("set-cookie", cookie);
  const respond = (status: number, body: unknown) => new Response(JSON.stringify(body ?? null), { status, headers });
  const leadTo = (address: string) => {
    const path = address.split("?")[0];
    if (path === "/404") return respond(404, { error: "not found", redirectTo: address });
    if (path === "/403") return respond(403, { error: "forbidden", ...refusalSentence(address), redirectTo: address });
    return respond(200, { redirectTo: address });
  };
  const location = answer.headers.get("location");
  if (location) return leadTo(location);
  if (!answer.body || !answer.headers.get("content-type")?.startsWith("text/x-script")) {
    return respond(answer.status, { error: answer.statusText || "no data" });
  }
  const decoded = await decode(answer.body, { plugins: [readPlugin] });
  const value = decoded.value as Record<string | symbol, unknown>;
  const target = (value?.[redirected] ?? value) as Partial<Redirected>;
  if (typeof target?.redirect === "string") return leadTo(target.redirect);
  const result = resultOf(value);
  const body = "error" in result ? { error: await settled(result.error) } : await settled(result.data);
  await decoded.done;
  return respond(answer.status === 202 ? 200 : answer.status, body);
}

/** Of an action: its result. Of a page: the result of the deepest route that has one. */
function resultOf(value: Record<string, unknown>): { data?: unknown; error?: unknown } {
  if (value !== null && typeof value === "object" && ("data" in value || "error" in value)) return value;
  const results = Object.values(value ?? {}) as { data?: unknown; error?: unknown }[];
  return results.find((result) => result && "error" in result) ?? results.at(-1) ?? {};
}

/** Late parts are waited for: JSON has no later. */
async function settled(value: unknown): Promise<unknown> {
  const arrived = await value;
  if (Array.isArray(arrived)) return Promise.all(arrived.map(settled));
  if (arrived instanceof Map) return settled(Object.fromEntries(arrived));
  if (typeof arrived !== "object" || arrived === null || Object.getPrototypeOf(arrived) !== Object.prototype)
    return arrived;
  return Object.fromEntries(
    await Promise.all(Object.entries(arrived).map(async ([key, part]) => [key, await settled(part)])),
  );
}

/** What Remix sends beyond plain values. */
function readPlugin(type: unknown, ...rest: unknown[]): { value: unknown } | false {
  if (type === "SingleFetchRedirect") return { value: { [redirected]: rest[0] } };
  if (type === "ErrorResponse") return { value: { data: rest[0], status: rest[1], statusText: rest[2] } };
  if (type === "SanitizedError") return { value: { message: rest[1] } };
  if (type === "SingleFetchClassInstance") return { value: rest[0] };
  if (type === "SingleFetchFallback") return { value: null };
  return false;
}
