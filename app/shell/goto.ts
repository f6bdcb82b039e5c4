/** Where the guard sends a client-side navigation: Remix itself words the redirect. Reached through the guard alone. */
import { type LoaderFunctionArgs, redirectDocument } from "@remix-run/node";

export function loader({ context }: LoaderFunctionArgs) {
  return leave(context.goto);
}

export function action({ context }: LoaderFunctionArgs) {
  return leave(context.goto);
}

function leave(to: string | null) {
  if (to === null) throw new Response(null, { status: 404 });
  // The sign-in page is a document of its own, without scripts: the browser loads it anew.
  return redirectDocument(to, 303);
}
