/** POST /passkey: what a passkey is to sign, for scripts; once a page of signing in or of a fresh proof wants it. */
import type { ActionFunctionArgs } from "@remix-run/node";
import { isDispatchError } from "~/contract/errors";
import { factorStepChallenge, proveChallenge } from "~/contract/platform/second-factor";

export async function action({ request, context }: ActionFunctionArgs) {
  const isProof = new URL(request.url).searchParams.get("for") === "proof";
  if (isProof && !context.session.signedIn) return Response.json({}, { status: 401 });
  const { browserOrigin: origin, dispatch } = context;
  try {
    const { options } = await dispatch.call(isProof ? proveChallenge : factorStepChallenge, { origin });
    return Response.json(options);
  } catch (error) {
    if (!isDispatchError(error)) throw error;
    return Response.json({ message: error.failure.message }, { status: 409 });
  }
}

/** There is nothing to read here. */
export function loader() {
  throw new Response(null, { status: 404 });
}
