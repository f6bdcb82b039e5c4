/** What is refused at the door, before anything else looks at it. */
import { jsonAnswer, wantsJson } from "./json-form";
import { bodyProblem, type RateLimit } from "./limits";
import { isForeign } from "./origin";
import { pagePath } from "./page-path";

export interface Door {
  publicOrigins: string[];
  /** Attempts by address; a browser that somebody signed in with before has a count of its own. */
  signIns: RateLimit;
  /** Attempts of one account from one address or browser. */
  accounts: RateLimit;
  /** The secret of such a browser's cookie. */
  device: string | null;
  /** Of the connection, or what a trusted proxy says. */
  clientAddress: string;
}

const maxAddress = 4_096;
const tooMany = "Too many attempts. Try again in a minute. 尝试次数过多，请一分钟后重试。";

/** What is counted, by its page. */
const limited: ReadonlyMap<string, string> = new Map([
  ["/login", "signIn"],
  ["/logincode", "code"],
  ["/loginunlock", "code"],
  ["/loginfactor", "code"],
  ["/prove", "code"],
  ["/captcha", "puzzle"],
]);

export async function refusal(request: Request, url: URL, door: Door): Promise<Response | null> {
  const no = (status: number, text: string, headers: Record<string, string> = {}) =>
    refused(request, status, text, headers);
  const unsafe = request.method !== "GET" && request.method !== "HEAD";
  if (url.pathname.length + url.search.length > maxAddress) return no(414, "The address is too long.");
  if (url.searchParams.has("_data")) return no(400, "This form of request is not known.");
  if (unsafe && request.method !== "POST")
    return no(405, "Only GET and POST are answered.", { allow: "GET, HEAD, POST" });
  if (!unsafe) return null;
  if (isForeign(request, url, door.publicOrigins)) return no(403, "This request comes from another site.");
  const what = limited.get(pagePath(url).toLowerCase());
  const from = door.device === null ? `address ${door.clientAddress}` : `device ${door.device}`;
  if (what && !door.signIns.take(`${what} ${from}`)) return no(429, tooMany, { "retry-after": "60" });
  const problem = bodyProblem(request, pagePath(url));
  if (problem) return no(problem.status, problem.text);
  const account = what === "signIn" ? await accountOf(request) : null;
  if (account && !door.accounts.take(`${account} ${from}`)) return no(429, tooMany, { "retry-after": "60" });
  return null;
}

/** A sentence, in the form that the asker reads. */
export function refused(request: Request, status: number, text: string, more: Record<string, string> = {}): Response {
  if (wantsJson(request)) return jsonAnswer(status, { error: text }, more);
  const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", ...more };
  return new Response(text, { status, headers });
}

/** Whose account a sign-in is for; null where the form is no attempt at one: it counts for where it comes from alone. */
async function accountOf(request: Request): Promise<string | null> {
  const form = await request
    .clone()
    .formData()
    .catch(() => null);
  const [name, corpCode, password] = ["accName", "corpCode", "password"].map((field) => form?.get(field));
  if (typeof name !== "string" || name.trim() === "" || typeof password !== "string" || password === "") return null;
  return `${typeof corpCode === "string" ? corpCode : ""} ${name.trim().toLowerCase()}`.slice(0, 100);
}
