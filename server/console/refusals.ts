/** What is refused at the door, before anything else looks at it. */
import { jsonAnswer, wantsJson } from "./json-form";
import { bodyProblem, type RateLimit } from "./limits";
import { isForeign } from "./origin";
import { pagePath } from "./page-path";

export interface Door {
  publicOrigins: string[];
  /** Attempts by address and by account. */
  signIns: RateLimit;
  /** Of the connection, or what a trusted proxy says. */
  clientAddress: string;
}

const maxAddress = 4_096;
const tooMany = "Too many attempts. Try again in a minute. 尝试次数过多，请一分钟后重试。";

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
  const signsIn = pagePath(url).toLowerCase() === "/login";
  if (signsIn && !door.signIns.take(`address ${door.clientAddress}`)) return no(429, tooMany, { "retry-after": "60" });
  const puzzles = pagePath(url).toLowerCase() === "/captcha";
  if (puzzles && !door.signIns.take(`puzzle ${door.clientAddress}`)) return no(429, tooMany, { "retry-after": "60" });
  const problem = bodyProblem(request, pagePath(url));
  if (problem) return no(problem.status, problem.text);
  const account = signsIn ? await accountOf(request) : null;
  if (account && !door.signIns.take(`account ${account}`)) return no(429, tooMany, { "retry-after": "60" });
  return null;
}

/** A sentence, in the form that the asker reads. */
export function refused(request: Request, status: number, text: string, more: Record<string, string> = {}): Response {
  if (wantsJson(request)) return jsonAnswer(status, { error: text }, more);
  const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", ...more };
  return new Response(text, { status, headers });
}

/** Whose account a sign-in is for; null where the form does not say. */
async function accountOf(request: Request): Promise<string | null> {
  const form = await request
    .clone()
    .formData()
    .catch(() => null);
  const [name, corpCode] = ["accName", "corpCode"].map((field) => form?.get(field));
  if (typeof name !== "string" || name === "") return null;
  return `${typeof corpCode === "string" ? corpCode : ""} ${name.trim().toLowerCase()}`.slice(0, 100);
}
