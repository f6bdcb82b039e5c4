/** GET /posted: "did it go through?", which scripts ask after a post whose answer never came. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { wentThrough } from "~/contract/platform/shell";

/**
 * `key` is of the post and `age` its milliseconds; `form` is the `idempotencyKey` of the form that was posted, where it had
 * one. Answers `done`: true, false, or null where nobody can tell.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const [key, form, age] = ["key", "form", "age"].map((name) => query.get(name) ?? "");
  const known = key && /^\d{1,12}$/.test(age ?? "") ? await context.wasAnswered(key, Number(age)) : null;
  if (known || !form || !/^[A-Za-z0-9-]{8,64}$/.test(form)) return answer(known);
  return answer((await context.dispatch.call(wentThrough, { key: form })).done);
}

function answer(done: boolean | null): Response {
  return Response.json({ done }, { headers: { "cache-control": "no-store" } });
}
