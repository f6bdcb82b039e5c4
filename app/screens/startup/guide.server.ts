/** What every page of the start-up guide does: reads what stands, skips, saves and goes on. */
import { type AppLoadContext, data, redirect } from "@remix-run/node";
import type { FieldErrors, Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import type { AnswerOf } from "~/contract/method";
import { startUpMark, startUpStanding } from "~/contract/startup/start-up";
import { stateName, stepName } from "~/contract/startup/step-words";
import { pathOfStep, type StartUpStep, startUpSteps, stepAfter } from "~/contract/startup/steps";
import { attempt, type Typed, typedOf } from "~/form/submission.server";

export type Standing = AnswerOf<typeof startUpStanding>;

/** The head of a page: all steps, and how this one stands. */
export function headOf({ steps }: Standing, step: StartUpStep) {
  const here = steps.find((one) => one.step === step);
  return {
    step,
    n: startUpSteps.indexOf(step) + 1,
    all: startUpSteps.length,
    name: stepName[step](),
    state: here?.state ?? "open",
    lacking: here?.lacking ?? "",
    next: pathOfStep[stepAfter(step)],
    steps: steps.map(({ step: one, state }) => ({
      step: one,
      to: pathOfStep[one],
      name: stepName[one](),
      state,
      stateName: stateName[state](),
    })),
  };
}
export type GuideHead = ReturnType<typeof headOf>;

export async function loadGuide(context: AppLoadContext, step: StartUpStep) {
  const standing = await context.dispatch.call(startUpStanding, {});
  return { standing, head: headOf(standing, step), key: crypto.randomUUID() };
}

/** The park that an address names, else the first that a rule finds, else the last. */
export function parkOf(request: Request, { parks }: Standing, needs: (id: number) => boolean) {
  const asked = new URL(request.url).searchParams.get("park");
  return parks.find(({ id }) => String(id) === asked) ?? parks.find(({ id }) => needs(id)) ?? parks.at(-1) ?? null;
}

/** In the sentence of a list; of many the first few, and an ellipsis. */
export function named(names: readonly string[]): string {
  return names.length > 6 ? `${names.slice(0, 6).join(m.did_list_sep())}…` : names.join(m.did_list_sep());
}

interface Refused {
  typed: Typed;
  key: string;
  errors: FieldErrors;
  notice: Notice | null;
}

/** What was typed, with what is wrong with it. */
export function refuse(typed: Typed, errors: FieldErrors, notice: string | null = null) {
  const refused: Refused = {
    typed,
    key: crypto.randomUUID(),
    errors,
    notice: notice === null ? null : { title: m.error_save_title(), message: notice },
  };
  return data(refused, 422);
}

/** Reads a post. The one that skips the step, or takes it up again, is answered by itself. */
export async function readPost(
  request: Request,
  context: AppLoadContext,
  step: StartUpStep,
): Promise<{ typed: Typed; left: Response | null }> {
  const typed = typedOf(await request.formData());
  if (typed.intent !== "skip" && typed.intent !== "takeUp") return { typed, left: null };
  await context.dispatch.call(startUpMark, { what: typed.intent, step });
  return { typed, left: redirect(typed.intent === "skip" ? pathOfStep[stepAfter(step)] : pathOfStep[step], 303) };
}

/** Saves a step: `then` says what comes of it. What is refused stands beside its field, whose name `fieldOf` tells. */
export async function saveStep<A, R>(
  context: AppLoadContext,
  typed: Typed,
  work: (key: string) => Promise<A>,
  then: (answer: A) => R,
  fieldOf: (path: string) => string = (path) => path,
) {
  const key = /^[A-Za-z0-9-]{8,64}$/.test(typed.idempotencyKey ?? "")
    ? String(typed.idempotencyKey)
    : crypto.randomUUID();
  const tried = await attempt(context, () => work(key));
  if (tried.ok) return then(tried.value);
  const { kind, status, notice, errors } = tried.refusal;
  const refused: Refused = {
    typed,
    // After a time-out it may have been done: the same key asks again without doing it twice.
    key: kind === "timeout" ? key : crypto.randomUUID(),
    errors: Object.fromEntries(Object.entries(errors).map(([path, messages]) => [fieldOf(path), messages])),
    notice,
  };
  return data(refused, status);
}
