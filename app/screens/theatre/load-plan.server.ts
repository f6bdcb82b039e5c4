/** The loader and the action of both plan pages. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { theatrePlan } from "~/contract/theatre/plan";
import { attempt, done, typedOf } from "~/form/submission.server";
import { mayPress } from "~/screens/rights.server";
import { pressPlan } from "./plan-press.server";
import { idOf } from "./sale-press.server";

export async function loadPlan({ request, context }: LoaderFunctionArgs) {
  const areaId = idOf(new URL(request.url).searchParams.get("area"));
  const plan = await context.dispatch.call(theatrePlan, { ...(areaId !== undefined && { areaId }) });
  return { plan, mayEdit: mayPress(context, "theatrePlan:edit") };
}

export async function changePlan({ request, context }: ActionFunctionArgs, path: string) {
  const form = await request.formData();
  const tried = await attempt(context, () => pressPlan(context, form));
  if (!tried.ok) {
    const { notice, errors, status } = tried.refusal;
    return data({ notice, errors, typed: typedOf(form) }, status);
  }
  return done(context, `${path}?area=${idOf(form.get("area")) ?? 0}`, { text: tried.value });
}
