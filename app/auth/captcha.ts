/** POST /captcha: one try at the puzzle, or without `x_index` a new picture. For scripts; forms carry the click along. */
import { type ActionFunctionArgs, data } from "@remix-run/node";
import { isDispatchError } from "~/contract/errors";
import { verifyImage } from "~/contract/platform/captcha";
import { newPicture } from "./captcha-state.server";

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const place = form.get("x_index");
  try {
    if (typeof place === "string" && place !== "") {
      const accName = form.get("accName");
      const name = typeof accName === "string" && accName.length <= 60 ? { accName } : {};
      const asked = { x_index: place, clientAddress: context.clientAddress, ...name };
      const { verified } = await context.dispatch.call(verifyImage, asked);
      if (verified) return { verified: true, picture: null };
    }
    return { verified: false, picture: await newPicture(context) };
  } catch (error) {
    if (!isDispatchError(error)) throw error;
    const { failure } = error;
    const status = failure.kind === "failed" && failure.status ? failure.status : 422;
    return data({ verified: false, picture: null, message: failure.message }, { status });
  }
}

/** There is nothing to read here. */
export function loader() {
  throw new Response(null, { status: 404 });
}
