/**
 * A post that a node took and never answered: it died, and the proxy brings the post to another one with this header
 * (docs/deploy/nginx.conf). A form with a key of its own may be done again, since it gets the answer of the first time;
 * of any other nobody knows whether it was done, and it is not done twice.
 */
import { readFormBody } from "./form-body";

const unansweredHeader = "x-unanswered";

/** Whether another node took the post before this one, and nobody knows what it did. */
export const wasUnanswered = (request: Request) => request.method === "POST" && !!request.headers.get(unansweredHeader);

/** Whether the post was sent to another node before and must not be done again here. */
export async function isUnsure(request: Request): Promise<boolean> {
  if (!wasUnanswered(request)) return false;
  const read = await readFormBody(request.clone());
  const key = read.ok ? read.form.get("idempotencyKey") : null;
  return typeof key !== "string" || key === "";
}
