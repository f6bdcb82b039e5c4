/** The form that closes a shift: a blind count by denomination. With scripts the sum follows the typing. */
import { Form } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import type { ShiftHead } from "~/contract/order/shift";
import { useHydrated } from "~/widgets/hydrated";
import { ShiftField } from "./shift-field";
import type { ShiftPage } from "./shift-page";

/** As `denominations` of the contract, which brings its schemas with it. */
const values = [10_000, 5_000, 2_000, 1_000, 500, 100, 50, 10];

interface Props {
  page: ShiftPage;
  closing: ShiftHead;
  own: boolean;
}

export function ShiftClose({ page: { shift, errors, typed, idempotencyKey, notice }, closing, own }: Props) {
  const hydrated = useHydrated();
  const [sum, setSum] = useState(() => sumOf((name) => typed[name] ?? ""));
  const count = (event: FormEvent<HTMLFormElement>) => {
    const fields = new FormData(event.currentTarget);
    setSum(sumOf((name) => String(fields.get(name) ?? "")));
  };
  const { posName: pos, openedAt: at, opening } = closing;
  return (
    <Form method="post" className="panel shift-form" noValidate onInput={count}>
      <h2>
        {own ? m.shift_close_title() : m.shift_of({ name: closing.sellerName, shiftNo: closing.shiftNo })}{" "}
        {own && <small className="dim">{closing.shiftNo}</small>}
      </h2>
      <p>{m.shift_since({ pos, at, amount: formatYuan(opening) })}</p>
      {/* A refusal that was just shown says it already. Pressing asks again: meanwhile it may be settled. */}
      {shift.closeWhyNot !== "" && !notice && (
        <div className="notice notice-warn" role="status">
          <strong>{m.shift_close_not_yet()}</strong>
          <p>{shift.closeWhyNot}</p>
        </div>
      )}
      <p className="dim">{m.shift_close_help()}</p>
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      <input type="hidden" name="shiftId" value={closing.id} />
      <fieldset className="shift-count">
        <legend>{m.shift_count()}</legend>
        {values.map((fen, place) => (
          <ShiftField
            key={fen}
            name={`pieces.${fen}`}
            label={m.shift_pieces({ value: String(fen / 100) })}
            errors={errors}
            typed={typed}
            kind="pieces"
            autoFocus={place === 0}
          />
        ))}
      </fieldset>
      {hydrated && (
        <output className="shift-sum" aria-live="polite">
          {m.shift_sum()} <strong>¥{formatYuan(sum)}</strong>
        </output>
      )}
      <ShiftField name="left" label={m.shift_left_yuan()} errors={errors} typed={typed} help={m.shift_left_help()} />
      <ShiftField name="remark" label={m.shift_remark()} errors={errors} typed={typed} kind="text" />
      <button className="button button-primary" name="intent" value="close">
        {m.shift_close_button()}
      </button>
    </Form>
  );
}

function sumOf(read: (name: string) => string): number {
  return values.reduce((sum, fen) => {
    const text = read(`pieces.${fen}`).trim();
    return sum + (/^\d{1,6}$/.test(text) ? Number(text) * fen : 0);
  }, 0);
}
