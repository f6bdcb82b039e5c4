/** The form that opens a shift: the till, and what lies in its drawer. */
import { Form } from "@remix-run/react";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { ShiftField } from "./shift-field";
import type { ShiftPage, ShiftView } from "./shift-page";

export function ShiftOpen({ page: { shift, errors, typed, idempotencyKey } }: { page: ShiftPage }) {
  if (shift.posList.length === 0) return <p className="empty">{m.shift_no_pos()}</p>;
  const free = shift.posList.find(({ busyWith }) => busyWith === "");
  return (
    <Form method="post" className="panel shift-form" noValidate>
      <h2>{m.shift_open_title()}</h2>
      <p className="dim">{m.shift_open_help()}</p>
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      <div className="field">
        <label htmlFor="posId">{m.sale_pos()}</label>
        <select className="input" id="posId" name="posId" defaultValue={typed.posId || String(free?.id ?? "")}>
          {shift.posList.map((pos) => (
            <option key={pos.id} value={pos.id} disabled={pos.busyWith !== ""}>
              {nameOf(pos)}
            </option>
          ))}
        </select>
        {errors.posId && <p className="field-error">{errors.posId[0]}</p>}
      </div>
      <ShiftField name="opening" label={m.shift_opening_yuan()} errors={errors} typed={typed} autoFocus />
      <button className="button button-primary" name="intent" value="open">
        {m.shift_open_button()}
      </button>
    </Form>
  );
}

function nameOf({ name, busyWith, left }: ShiftView["posList"][number]): string {
  if (busyWith !== "") return m.shift_pos_busy({ pos: name, name: busyWith });
  return left === null ? name : m.shift_pos_left({ pos: name, amount: formatYuan(left) });
}
