/** Ticket check (`/manage/tktChevkPage`): one input, a verdict in large type, ready for the next scan. */

import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data, redirect } from "@remix-run/node";
import { type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { checkTicket, getCheckDesk, reversePassage, type Verdict } from "~/contract/ticket/check";
import { recognise } from "~/contract/ticket/gate-rules/code";
import { textOf } from "~/contract/validators";
import { attempt } from "~/form/submission.server";
import { holderWords } from "~/screens/holder-words.server";
import { labelOf, loadLabels } from "~/screens/labels.server";
import { opensOf } from "~/screens/opens.server";
import { CheckDesk } from "./check-desk";
import type { CheckPage } from "./check-page";

export const meta: MetaFunction = () => [{ title: m.check_title() }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const gateId = rowId(new URL(request.url).searchParams.get("gateId"));
  const desk = await (shown.get(context) ?? deskOf(context, gateId));
  return { desk, idempotencyKey: crypto.randomUUID() };
}

/** An answer to a scan brings the desk with it. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return actionStatus === undefined && defaultShouldRevalidate;
}

/** The desk that the action of the same page has asked for: without scripts the loader runs after it. */
const shown = new WeakMap<AppLoadContext, ReturnType<typeof askDesk>>();

function deskOf(context: AppLoadContext, gateId: number | null) {
  const desk = askDesk(context, gateId);
  shown.set(context, desk);
  return desk;
}

async function askDesk(context: AppLoadContext, gateId: number | null) {
  const [desk, labels] = await Promise.all([
    context.dispatch.call(getCheckDesk, gateId ? { gateId } : {}),
    loadLabels(context, "verdictReason"),
  ]);
  // "Admitted" has said it.
  const told = (reason: string) => (reason === "ok" ? "" : labelOf(labels, "verdictReason", reason));
  const recent = desk.recent.map((row) => ({ ...row, reason: told(row.reason) }));
  return { ...desk, recent, opens: opensOf(context) };
}

/** `intent=check` admits or refuses; `intent=reverse` takes a passage back. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  return form.get("intent") === "reverse" ? reverse(context, form) : check(context, form);
}

async function check(context: AppLoadContext, form: FormData) {
  const gateId = rowId(form.get("gateId"));
  const code = textOf(200).safeParse(form.get("code") ?? "");
  const reason = textOf(200).safeParse(form.get("forceReason") ?? "");
  const peopleText = String(form.get("people") ?? "").trim();
  const force = form.get("force") === "true";
  const direction = wayOf(form);
  const errors: FieldErrors = {};
  if (gateId === null) errors.gateId = [m.check_choose_gate()];
  if (!code.success || code.data === "") errors.code = [code.success ? m.check_code_missing() : m.v_control()];
  if (peopleText !== "" && !/^[1-9]\d{0,2}$/.test(peopleText)) errors.people = [m.v_integer()];
  if (!reason.success || (force && reason.data === "")) errors.forceReason = [m.check_force_reason_required()];

  const typed = {
    code: String(form.get("code") ?? "").slice(0, 200),
    people: peopleText.slice(0, 6),
    forceReason: String(form.get("forceReason") ?? "").slice(0, 200),
    ticketId: String(form.get("ticketId") ?? "").slice(0, 15),
  };
  const posted = String(form.get("idempotencyKey") ?? "");
  const idempotencyKey = /^[A-Za-z0-9-]{8,64}$/.test(posted) ? posted : crypto.randomUUID();
  if (gateId === null || !code.success || !reason.success || Object.keys(errors).length > 0) {
    return data(
      answer(await deskOf(context, gateId), {
        errors,
        typed,
        scanned: typed,
        idempotencyKey,
        direction: direction ?? "",
      }),
      422,
    );
  }

  const ticketId = rowId(form.get("ticketId"));
  const checked = await attempt(
    context,
    () =>
      context.dispatch.call(checkTicket, {
        idempotencyKey,
        gateId,
        code: code.data,
        ...(peopleText && { people: Number(peopleText) }),
        ...(ticketId && { ticketId }),
        ...(direction && { direction }),
        ...(force && { force, forceReason: reason.data }),
      }),
    m.error_check_title(),
  );
  const desk = await deskOf(context, gateId);
  if (!checked.ok) {
    const { kind, status, notice, errors: refused } = checked.refusal;
    // After a time-out the passage may be made: the same key asks again without counting twice.
    const key = kind === "timeout" ? idempotencyKey : crypto.randomUUID();
    return data(answer(desk, { errors: refused, notice, typed, scanned: typed, idempotencyKey: key }), status);
  }
  const verdict = checked.value;
  const holder = verdict.ticket ? holderWords(verdict.ticket) : "";
  const holders = verdict.candidates.map(holderWords);
  return data(
    answer(desk, {
      direction: direction ?? "",
      verdict,
      holder,
      holders,
      // A person's number may find another ticket next time; an order's stands for all of its tickets.
      scanned: { ...typed, ticketId: typed.ticketId || ticketOf(code.data, verdict) },
      typed: verdict.reason === "ambiguous" ? typed : null,
    }),
  );
}

const ticketOf = (code: string, { ticket }: Verdict) =>
  ticket && recognise(code).kind === "identity" ? String(ticket.id) : "";

async function reverse(context: AppLoadContext, form: FormData) {
  const gateId = rowId(form.get("gateId"));
  const passageId = rowId(form.get("passageId"));
  const reason = textOf(200).safeParse(form.get("reason") ?? "");
  if (passageId === null) throw new Response(null, { status: 404 });
  if (!reason.success || reason.data === "") {
    return data(
      answer(await deskOf(context, gateId), {
        errors: { reason: [m.check_reverse_reason_required()] },
        reversing: passageId,
      }),
      422,
    );
  }
  const done = await attempt(
    context,
    () => context.dispatch.call(reversePassage, { passageId, reason: reason.data }),
    m.error_check_title(),
  );
  if (!done.ok) {
    const { status, notice, errors } = done.refusal;
    return data(answer(await deskOf(context, gateId), { errors, notice, reversing: passageId }), status);
  }
  context.session.flash("reversed");
  return redirect(`/manage/tktChevkPage${gateId ? `?gateId=${gateId}` : ""}`, 303);
}

function answer(desk: CheckPage["desk"], rest: Partial<CheckPage>): CheckPage {
  return {
    desk,
    verdict: null,
    holder: "",
    holders: [],
    errors: {},
    notice: null,
    typed: null,
    scanned: null,
    direction: "",
    reversing: null,
    idempotencyKey: crypto.randomUUID(),
    ...rest,
  };
}

function wayOf(form: FormData): "in" | "out" | undefined {
  const way = form.get("direction");
  return way === "in" || way === "out" ? way : undefined;
}

function rowId(value: FormDataEntryValue | null): number | null {
  return typeof value === "string" && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : null;
}

export default function Check() {
  const loaded = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const page: CheckPage = answered ?? {
    ...loaded,
    verdict: null,
    holder: "",
    holders: [],
    errors: {},
    notice: null,
    typed: null,
    scanned: null,
    direction: "",
    reversing: null,
  };
  return <CheckDesk page={page} answered={answered !== undefined} />;
}
