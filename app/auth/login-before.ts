/** /loginBefore (specification 2.1) leads to the sign-in, with what its address carries. */
import { type LoaderFunctionArgs, redirect } from "@remix-run/node";

export function loader({ request }: LoaderFunctionArgs) {
  return redirect(`/login${new URL(request.url).search}`);
}
