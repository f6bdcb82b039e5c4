/** Shifts (`/manage/shift`): a shift is opened with what lies in the drawer, and closed by counting it. */
import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { formatYuan, parseYuan } from "~/contract/money";
import { closeShift, denominations, getShift, openShift } from "~/contract/order/shift";
import { textOf } from "~/contract/validators";
import { attempt, type Typed, typedOf } from "~/form/submission.server";
import { Link } from "~/widgets/link";
import { ShiftClose } from "./shift-close";
import { ShiftOpen } from "./shift-open";
import type { ShiftPage } from "./shift-page";

const path = "/manage/shift";
export const meta: MetaFunction = () => [{ title: m.shift_title() }];

async function pageOf({ request, context }: Pick<LoaderFunctionArgs, "request"> & { context: AppLoadContext }) {
  const asked = Number(new URL(request.url).searchParams.get("close"));
  const known = Number.isSafeInteger(asked) && asked > 0;
  const shift = await context.dispatch.call(getShift, known ? { closing: asked } : {});
  const closing = shift.others.find(({ id }) => id === asked) ?? shift.open;
  return { shift, closing };
}

export async function loader(args: LoaderFunctionArgs) {
  return {
    ...(await pageOf(args)),
    idempotencyKey: crypto.randomUUID(),
    typed: args.context.takeDraft() ?? ({} as Typed),
  };
}

/** `intent=open` opens a shift, `intent=close` closes the one of `shiftId`. */
export async function action(args: ActionFunctionArgs) {
  const typed = typedOf(await args.request.formData());
  const errors: FieldErrors = {};
  const key = typed.idempotencyKey ?? "";
  const idempotencyKey = /^[A-Za-z0-9-]{8,64}$/.test(key) ? key : crypto.randomUUID();
  const work =
    typed.intent === "close" ? closing(typed, errors, idempotencyKey) : opening(typed, errors, idempotencyKey);
  if (Object.keys(errors).length > 0) {
    return data({ ...(await pageOf(args)), errors, notice: null, typed, idempotencyKey }, 422);
  }
  const done = await attempt(args.context, () => work(args.context));
  if (done.ok) return redirect(done.value, 303);
  const { kind, status, notice, errors: refused } = done.refusal;
  // After a time-out it may be done: the same key asks again.
  const again = kind === "timeout" ? idempotencyKey : crypto.randomUUID();
  return data({ ...(await pageOf(args)), errors: refused, notice, typed, idempotencyKey: again }, status);
}

type Work = (context: AppLoadContext) => Promise<string>;

/** Without the unit that their labels have. */
const amountLabels = { opening: m.shift_opening, left: m.shift_left };

function amount(typed: Typed, name: "opening" | "left", errors: FieldErrors): number {
  const fen = parseYuan(typed[name] ?? "");
  if (fen === null)
    errors[name] = [(typed[name] ?? "").trim() === "" ? m.v_enter({ label: amountLabels[name]() }) : m.v_money()];
  return fen ?? 0;
}

function opening(typed: Typed, errors: FieldErrors, idempotencyKey: string): Work {
  const posId = Number(typed.posId);
  if (!Number.isSafeInteger(posId) || posId < 1) errors.posId = [m.v_pick({ label: m.sale_pos() })];
  const payload = { idempotencyKey, posId, opening: amount(typed, "opening", errors) };
  return async (context) => {
    await context.dispatch.call(openShift, payload);
    return path;
  };
}

function closing(typed: Typed, errors: FieldErrors, idempotencyKey: string): Work {
  const pieces = denominations.map((fen) => {
    const text = (typed[`pieces.${fen}`] ?? "").normalize("NFKC").trim();
    if (!/^\d{0,6}$/.test(text) || Number(text) > 100_000) errors[`pieces.${fen}`] = [m.v_integer()];
    return { fen, pieces: Number(text) || 0 };
  });
  const shiftId = Number(typed.shiftId);
  if (!Number.isSafeInteger(shiftId) || shiftId < 1) throw new Response(null, { status: 404 });
  const remark = textOf(200).safeParse(typed.remark ?? "");
  if (!remark.success) errors.remark = [remark.error.issues[0]?.message ?? m.v_invalid()];
  const left = amount(typed, "left", errors);
  return async (context) => {
    const { id } = await context.dispatch.call(closeShift, {
      ...{ idempotencyKey, shiftId, pieces, left },
      remark: remark.data ?? "",
    });
    return `${path}/report?id=${id}`;
  };
}

export default function Shift() {
  const loaded = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const page: ShiftPage = answered ?? { ...loaded, errors: {}, notice: null };
  const { shift, closing, notice } = page;
  const { others, open } = shift;
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.shift_title()}</h1>
        <Link className="button" to={`${path}/list`}>
          {m.shift_list()}
        </Link>
      </header>
      {notice && (
        <div className="notice notice-bad" role="alert">
          <strong>{notice.title}</strong>
          <p>{notice.message}</p>
        </div>
      )}
      {closing ? (
        <ShiftClose key={closing.id} page={page} closing={closing} own={closing.id === open?.id} />
      ) : (
        <ShiftOpen page={page} />
      )}
      {others.length > 0 && (
        <section className="panel">
          <h2>{m.shift_others()}</h2>
          <ul className="shift-others">
            {others.map((other) => (
              <li key={other.id}>
                <span>
                  {m.shift_of({ name: other.sellerName, shiftNo: other.shiftNo })} ·{" "}
                  {m.shift_since({ pos: other.posName, at: other.openedAt, amount: formatYuan(other.opening) })}
                </span>
                <Link className="button" to={`${path}?close=${other.id}`}>
                  {m.shift_close_for()}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
