/** The start-up guide (`/guidePage`): its steps, how each stands, and where to go on. */
import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { startUpMark, startUpStanding } from "~/contract/startup/start-up";
import { stepName } from "~/contract/startup/step-words";
import { pathOfStep, startUpPath, startUpSteps } from "~/contract/startup/steps";
import { done, typedOf } from "~/form/submission.server";
import { GoOn } from "./guide-frame";
import { sayStanding } from "./say-standing.server";
import { Summary } from "./summary";

export const meta: MetaFunction = () => [{ title: m.fun_start_guide() }];

export async function loader({ context }: LoaderFunctionArgs) {
  const standing = await context.dispatch.call(startUpStanding, {});
  const { steps, goOn, dismissed } = standing;
  const left = steps.some(({ state }) => state === "open");
  const begun = steps.some(({ step, state }) => state !== "open" && step !== "staff");
  return {
    parts: sayStanding(standing),
    dismissed,
    isDone: steps.every(({ state }) => state === "done"),
    goOn: left
      ? {
          to: pathOfStep[goOn],
          text: (begun ? m.startup_go_on : m.startup_begin)({ step: stepName[goOn]() }),
        }
      : null,
    maySell: context.mayOpen("/inside/buyTktList"),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { intent = "", step = "", back = "" } = typedOf(await request.formData());
  if (intent === "dismiss" || intent === "show") {
    await context.dispatch.call(startUpMark, { what: intent });
    return done(context, back === "home" ? "/index" : startUpPath, {
      text: intent === "dismiss" ? m.startup_dismissed() : m.startup_shown(),
    });
  }
  const known = startUpSteps.find((one) => one === step);
  if (intent === "takeUp" && known) await context.dispatch.call(startUpMark, { what: "takeUp", step: known });
  return redirect(known ? pathOfStep[known] : startUpPath, 303);
}

export default function GuideOverview() {
  const { parts, dismissed, isDone, goOn, maySell } = useLoaderData<typeof loader>();
  return (
    <div className="page guide">
      <header className="page-head">
        <h1>{m.fun_start_guide()}</h1>
      </header>
      <section className="panel">
        <p>{m.startup_intro()}</p>
        {goOn && <GoOn to={goOn.to}>{goOn.text}</GoOn>}
        {!goOn && maySell && <GoOn to="/inside/buyTktList">{m.startup_to_counter()}</GoOn>}
      </section>
      <section className="panel" aria-label={m.startup_steps()}>
        <Summary parts={parts} />
        {!isDone && (
          <Form method="post" className="actions">
            <button className="button" name="intent" value={dismissed ? "show" : "dismiss"}>
              {dismissed ? m.startup_show() : m.startup_dismiss()}
            </button>
          </Form>
        )}
      </section>
    </div>
  );
}
