/** The gates at this moment (`/manage/gateBoard`): who is inside, what each gate did today, what waits for a decision. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { getGateBoard, renewTicketKey, setInsideCount } from "~/contract/ticket/gate-board";
import { attempt } from "~/form/submission.server";
import { labelOf, loadLabels } from "~/screens/labels.server";
import { Link } from "~/widgets/link";
import { qrPath } from "~/widgets/qr.server";
import { useReadAnew } from "~/widgets/read-anew";
import { TableFrame } from "~/widgets/table-frame";
import { GateDevices } from "./gate-devices";
import { PhoneGate } from "./phone-gate";
import { TicketKeys } from "./ticket-keys";
import "./gate-board.css";

export const meta: MetaFunction = () => [{ title: m.fun_gate_board() }];

export async function loader({ context }: LoaderFunctionArgs) {
  const [board, labels] = await Promise.all([
    context.dispatch.call(getGateBoard, {}),
    loadLabels(context, "gateDirection"),
  ]);
  const gates = board.gates.map((gate) => ({ ...gate, direction: labelOf(labels, "gateDirection", gate.direction) }));
  const address = `${context.origin}/gate-device/?corp=${encodeURIComponent(context.user?.corpCode ?? "")}`;
  return { ...board, gates, phone: { address, qr: qrPath(address) }, idempotencyKey: crypto.randomUUID() };
}

/** Sets how many are inside a park, with a reason; or makes a new key for the codes of tickets. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const typed = {
    parkId: Number(form.get("parkId")),
    people: String(form.get("people") ?? "").trim(),
    reason: String(form.get("reason") ?? "").slice(0, 200),
  };
  const posted = String(form.get("idempotencyKey") ?? "");
  const idempotencyKey = /^[A-Za-z0-9-]{8,64}$/.test(posted) ? posted : crypto.randomUUID();
  const errors: FieldErrors = {};
  if (form.get("intent") === "renewKey") {
    const asked = { idempotencyKey, withdraw: form.get("withdraw") === "T" };
    const made = await attempt(context, () => context.dispatch.call(renewTicketKey, asked), m.error_save_title());
    if (made.ok) return redirect("/manage/gateBoard", 303);
    return data({ typed, errors, notice: made.refusal.notice }, made.refusal.status);
  }
  if (!/^\d{1,8}$/.test(typed.people)) errors.people = [m.v_integer()];
  if (typed.reason.trim() === "") errors.reason = [m.v_enter({ label: m.gate_board_set_reason() })];
  if (!Number.isSafeInteger(typed.parkId) || typed.parkId < 1) throw new Response(null, { status: 404 });
  if (Object.keys(errors).length > 0) return data({ typed, errors, notice: null }, 422);
  const payload = { idempotencyKey, parkId: typed.parkId, people: Number(typed.people), reason: typed.reason };
  const done = await attempt(context, () => context.dispatch.call(setInsideCount, payload), m.error_save_title());
  if (!done.ok) return data({ typed, errors: done.refusal.errors, notice: done.refusal.notice }, done.refusal.status);
  return redirect("/manage/gateBoard", 303);
}

export default function GateBoard() {
  const { parks, gates, maySet, now, phone, ticketKey, mayRenewKey, idempotencyKey } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  useReadAnew();
  const silent = gates.filter(isSilent);
  return (
    <div className="page gate-board">
      <header className="page-head">
        <h1>{m.fun_gate_board()}</h1>
        <div className="toolbar">
          <span className="dim">{m.gate_board_as_of({ at: now })}</span>
          <Link className="button" to="/manage/gateBoard">
            {m.gate_board_refresh()}
          </Link>
        </div>
      </header>
      {refused?.notice && (
        <p className="field-error" role="alert">
          {refused.notice.message}
        </p>
      )}
      <section aria-label={m.gate_board_inside()} className="gate-parks">
        {parks.map((park) => (
          <article className="panel" key={park.id}>
            <h2>{park.name}</h2>
            <p className="gate-inside">
              {m.gate_board_inside()} <strong className="num">{park.inside}</strong>{" "}
              {park.capacity ? <span className="dim">{m.gate_board_capacity({ n: park.capacity })}</span> : null}
            </p>
            <p className="dim">{park.counted ? m.gate_board_counted(park.counted) : m.gate_board_not_counted()}</p>
            {maySet && (
              <SetCount
                park={park.id}
                idempotencyKey={idempotencyKey}
                refused={refused?.typed.parkId === park.id ? refused : undefined}
              />
            )}
          </article>
        ))}
      </section>
      {silent.length > 0 && (
        <p className="notice notice-bad" role="status">
          {m.gate_board_silent({ n: silent.length, gates: silent.map(({ name }) => name).join(m.words_comma()) })}
        </p>
      )}
      {gates.length === 0 ? (
        <p className="empty">{m.gate_board_none()}</p>
      ) : (
        <TableFrame label={m.fun_gate_board()}>
          <Gates gates={gates} />
        </TableFrame>
      )}
      <PhoneGate {...phone} />
      <TicketKeys ticketKey={ticketKey} mayRenew={mayRenewKey} idempotencyKey={idempotencyKey} />
    </div>
  );
}

interface Refused {
  typed: { people: string; reason: string };
  errors: FieldErrors;
}

function SetCount({
  park,
  idempotencyKey,
  refused,
}: {
  park: number;
  idempotencyKey: string;
  refused: Refused | undefined;
}) {
  const errors = refused?.errors ?? {};
  return (
    <details open={refused !== undefined}>
      <summary>{m.gate_board_set_button()}</summary>
      <Form method="post" className="gate-set" noValidate>
        <input type="hidden" name="parkId" value={park} />
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        <div className="field">
          <label htmlFor={`people-${park}`}>{m.gate_board_set()}</label>
          <input
            className="input num"
            id={`people-${park}`}
            name="people"
            inputMode="numeric"
            maxLength={8}
            required
            defaultValue={refused?.typed.people ?? ""}
            aria-invalid={errors.people ? true : undefined}
          />
          {errors.people && <small className="field-error">{errors.people[0]}</small>}
        </div>
        <div className="field">
          <label htmlFor={`reason-${park}`}>{m.gate_board_set_reason()}</label>
          <input
            className="input"
            id={`reason-${park}`}
            name="reason"
            maxLength={200}
            required
            defaultValue={refused?.typed.reason ?? ""}
            aria-invalid={errors.reason ? true : undefined}
          />
          {errors.reason && <small className="field-error">{errors.reason[0]}</small>}
        </div>
        <button className="button">{m.gate_board_set_button()}</button>
      </Form>
    </details>
  );
}

/** In service, and one of its devices is not heard of: what that lets through is not among its figures. */
const isSilent = ({ active, devices }: Gate) => active && devices.some(({ silent }) => silent);

type Gate = ReturnType<typeof useLoaderData<typeof loader>>["gates"][number];

function Gates({ gates }: { gates: readonly Gate[] }) {
  return (
    <table className="table table-cards">
      <thead>
        <tr>
          <th scope="col">{m.check_gate()}</th>
          <th scope="col">{m.issued_park()}</th>
          <th scope="col">{m.check_direction()}</th>
          <th scope="col" className="num">
            {m.gate_board_in()}
          </th>
          <th scope="col" className="num">
            {m.gate_board_out()}
          </th>
          <th scope="col" className="num">
            {m.check_gate_refused()}
          </th>
          <th scope="col">{m.gate_board_last()}</th>
          <th scope="col">{m.gate_board_device()}</th>
          <th scope="col" className="num">
            {m.gate_board_conflicts()}
          </th>
        </tr>
      </thead>
      <tbody>
        {gates.map((gate) => (
          <tr key={gate.id} className={gate.active ? (isSilent(gate) ? "gate-silent" : undefined) : "dim"}>
            <th scope="row">
              <Link to={`/manage/tktParkGate/${gate.id}`}>{gate.name}</Link>
            </th>
            <td data-label={m.issued_park()}>{gate.park}</td>
            <td data-label={m.check_direction()}>{gate.direction}</td>
            <td data-label={m.gate_board_in()} className="num">
              {gate.in}
            </td>
            <td data-label={m.gate_board_out()} className="num">
              {gate.out}
            </td>
            <td data-label={m.check_gate_refused()} className="num">
              {gate.refused}
            </td>
            <td data-label={m.gate_board_last()}>{gate.last}</td>
            <td data-label={m.gate_board_device()}>
              <GateDevices devices={gate.devices} />
            </td>
            <td className="num" data-label={m.gate_board_conflicts()}>
              {gate.conflicts === 0 ? (
                0
              ) : (
                <Link to={`/manage/passageConflict?gateId=${gate.id}&state=open`}>{gate.conflicts}</Link>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
