/** Handing out wristbands (`/ticket/wristbandList/new`): a ticket is scanned, then its bands, then the next visitor's. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import type { FieldErrors, Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import { bindWristbands, wristbandDesk } from "~/contract/ticket/wristband";
import { wristbandsMost } from "~/contract/ticket/wristband-bounds";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import { attempt, type Typed, typedOf } from "~/form/submission.server";
import { Link } from "~/widgets/link";
import { TableFrame } from "~/widgets/table-frame";
import "./wristband.css";

const path = "/ticket/wristbandList";

export const handle = { menu: path };
export const meta: MetaFunction = () => [{ title: m.wristband_hand_out() }];

type Desk = Awaited<ReturnType<typeof deskOf>>;

async function deskOf(context: LoaderFunctionArgs["context"], of: string) {
  const { orderNo, tickets, more } = await context.dispatch.call(wristbandDesk, { of });
  const rows = tickets.map(({ bands, room, ...ticket }) => ({
    ...ticket,
    worn: bands.map(({ code }) => code).join("、"),
    room,
  }));
  return { orderNo, rows, more: more ? m.wristband_more({ n: wristbandsMost }) : "" };
}

interface Answered {
  desk: Desk | null;
  typed: Typed;
  errors: FieldErrors;
  notice: Notice | null;
  /** How many were handed out just now. */
  bound: number;
  key: string;
}

/** `of` may stand in the address: the counter and a ticket's page lead here. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const of = (new URL(request.url).searchParams.get("of") ?? "").trim().slice(0, 500);
  const empty: Answered = { desk: null, typed: { of }, errors: {}, notice: null, bound: 0, key: crypto.randomUUID() };
  if (of === "") return empty;
  const found = await attempt(context, () => deskOf(context, of));
  return found.ok ? { ...empty, desk: found.value } : { ...empty, errors: found.refusal.errors };
}

/** `intent=look` finds tickets; `intent=bind` hands out what was scanned, and goes on where bands are still to come. */
export async function action({ request, context }: ActionFunctionArgs) {
  const typed = typedOf(await request.formData());
  const of = (typed.of ?? "").trim();
  const sent = typed.idempotencyKey ?? "";
  const key = /^[A-Za-z0-9-]{8,64}$/.test(sent) ? sent : crypto.randomUUID();
  const back = async (answer: Partial<Answered>, status: number) => {
    const found = of === "" ? null : await attempt(context, () => deskOf(context, of));
    const errors = found && !found.ok ? found.refusal.errors : {};
    const desk = found?.ok ? found.value : null;
    const usual: Answered = { desk, typed, errors, notice: null, bound: 0, key: crypto.randomUUID() };
    return data({ ...usual, ...answer }, status);
  };
  if (of === "") return back({ errors: { of: [m.v_required()] } }, 422);
  const codes = Object.entries(typed).flatMap(([name, code]) => {
    const ticketId = /^band\.([1-9]\d{0,14})\.\d+$/.exec(name)?.[1];
    return ticketId && code.trim() !== "" ? [{ name, ticketId: Number(ticketId), code: code.trim() }] : [];
  });
  if (typed.intent !== "bind") return back({}, 200);
  if (codes.length === 0)
    return back({ notice: { title: m.error_save_title(), message: m.wristband_none_typed() } }, 422);
  const wish = { codes: codes.map(({ ticketId, code }) => ({ ticketId, code })), idempotencyKey: key };
  const made = await attempt(context, () => context.dispatch.call(bindWristbands, wish), m.error_save_title());
  if (made.ok) return back({ typed: { of }, bound: made.value.bound }, 200);
  const { status, notice, kind, errors } = made.refusal;
  const named = Object.fromEntries(
    Object.entries(errors).map(([at, messages]) => [
      codes[Number(/^codes\.(\d+)/.exec(at)?.[1])]?.name ?? at,
      messages,
    ]),
  );
  return back({ errors: named, notice, ...(kind === "timeout" && { key }) }, status);
}

export default function WristbandDesk() {
  const loaded = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const shown = (answered ?? loaded) as Answered;
  const { desk, typed, errors, notice, bound, key } = shown;
  const busy = useNavigation().state !== "idle";
  const page = useRef<HTMLDivElement>(null);
  const left = desk?.rows.some(({ room }) => room > 0) ?? false;
  useEffect(() => {
    if (!shown) return;
    // Where bands are still to come the next one takes the scanner, else the next visitor's ticket.
    const wrong = page.current?.querySelector<HTMLInputElement>("[aria-invalid=true]");
    const empty = [...(page.current?.querySelectorAll<HTMLInputElement>("input[name^='band.']") ?? [])].find(
      (input) => input.value === "",
    );
    (wrong ?? empty ?? page.current?.querySelector<HTMLInputElement>("input[name=of]"))?.focus();
  }, [shown]);
  return (
    <div className="page" ref={page}>
      <header className="page-head">
        <h1>{m.wristband_hand_out()}</h1>
        <div className="toolbar">
          <Link className="button" to={path}>
            {m.wristband_list()}
          </Link>
        </div>
      </header>
      {bound > 0 && (
        <p className="notice notice-good" role="status">
          {m.notice_wristbands_bound({ n: bound })}
        </p>
      )}
      <FormNotice notice={notice} />
      <Form
        method="get"
        action={`${path}/new`}
        className="panel wristband-find"
        key={`find${bound}${desk?.orderNo ?? ""}`}
      >
        <Field name="of" label={m.wristband_of()} help={m.wristband_of_help()} errors={errors.of}>
          <input maxLength={500} autoComplete="off" defaultValue={left ? typed.of : ""} />
        </Field>
        <button className={desk && left ? "button" : "button button-primary"} disabled={busy}>
          {m.wristband_look()}
        </button>
      </Form>
      {desk && (
        <Form method="post" action={`${path}/new`} className="panel" noValidate aria-busy={busy} onKeyDown={nextBand}>
          <input type="hidden" name="idempotencyKey" value={key} />
          <input type="hidden" name="of" value={typed.of ?? ""} />
          <h2>{m.wristband_order({ orderNo: desk.orderNo })}</h2>
          {desk.more && <p className="notice notice-warn">{desk.more}</p>}
          <div className="wristband-tickets">
            <TableFrame label={m.wristband_order({ orderNo: desk.orderNo })}>
              <table className="table">
                <thead>
                  <tr>
                    <th>{m.sale_ticket()}</th>
                    <th>{m.order_visit_day()}</th>
                    <th>{m.wristband()}</th>
                  </tr>
                </thead>
                <tbody>
                  {desk.rows.map((row) => (
                    <tr key={`${row.id}/${row.room}`}>
                      <td>
                        {row.ticketTypeName} {row.holderName}
                        <br />
                        <small className="dim">{row.ticketNo}</small>
                      </td>
                      <td>{row.visitDay}</td>
                      <td>
                        {row.worn && <p className="wristband-worn">{m.wristband_worn({ codes: row.worn })}</p>}
                        {Array.from({ length: Math.min(row.room, 10) }, (_, place) => `band.${row.id}.${place}`).map(
                          (name) => (
                            <Field
                              key={name}
                              name={name}
                              label={
                                <span className="visually-hidden">{m.wristband_scan({ ticket: row.ticketNo })}</span>
                              }
                              errors={errors[name]}
                            >
                              <input
                                maxLength={60}
                                autoComplete="off"
                                autoCapitalize="characters"
                                defaultValue={typed[name]}
                              />
                            </Field>
                          ),
                        )}
                        {row.room === 0 && <span className="dim">{row.whyNot}</span>}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </TableFrame>
          </div>
          {left ? (
            <button className="button button-primary" name="intent" value="bind" disabled={busy}>
              {m.wristband_bind()}
            </button>
          ) : (
            <p className="dim">{bound > 0 ? m.wristband_next_order() : m.wristband_no_room()}</p>
          )}
        </Form>
      )}
    </div>
  );
}

/** A reader ends with Enter: it goes on to the next band, and the last hands them out. Without scripts each hands out one. */
function nextBand(event: KeyboardEvent<HTMLFormElement>) {
  const { target } = event;
  if (event.key !== "Enter" || !(target instanceof HTMLInputElement) || !target.name.startsWith("band.")) return;
  const inputs = [...event.currentTarget.querySelectorAll<HTMLInputElement>("input[name^='band.']")];
  const next = inputs.slice(inputs.indexOf(target) + 1).find(({ value }) => value === "");
  if (!next || target.value.trim() === "") return;
  event.preventDefault();
  next.focus();
}
