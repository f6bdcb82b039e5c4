/** The booth (`/parking/desk`): one field for a plate. Outside it comes in; inside its fee is shown, paid, and it leaves. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { parkingDesk } from "~/contract/parking/desk";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import { done, type Typed, typedOf } from "~/form/submission.server";
import { Link } from "~/widgets/link";
import { keyOf } from "../card/counter-form.server";
import { idOf, pressed } from "./desk-form.server";
import { DeskLost } from "./desk-lost";
import type { DeskPage } from "./desk-page";
import { DeskQuote } from "./desk-quote";
import { DeskRecent } from "./desk-recent";
import "./parking.css";

const path = "/parking/desk";

export const handle = { menu: path };
export const meta: MetaFunction = () => [{ title: m.parking_desk() }];

async function pageOf({ request, context }: Pick<LoaderFunctionArgs, "request" | "context">): Promise<DeskPage> {
  const asked = new URL(request.url).searchParams;
  const [lotId, recordId] = [idOf(asked.get("lot")), idOf(asked.get("record"))];
  const answer = await context.dispatch.call(parkingDesk, {
    ...(lotId !== undefined && { lotId }),
    ...(recordId !== undefined && { recordId }),
  });
  return { ...answer, lost: asked.has("lost"), doneId: idOf(asked.get("done")) ?? null };
}

export async function loader(args: LoaderFunctionArgs) {
  return { page: await pageOf(args), key: crypto.randomUUID() };
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const typed = typedOf(await request.formData());
  const key = keyOf(typed);
  const pressing = pressed(context, typed, key);
  if (!pressing) throw new Response(null, { status: 400 });
  const tried = await pressing;
  if (!tried.ok) {
    const { errors, notice, status, kind } = tried.refusal;
    const next = kind === "timeout" ? key : crypto.randomUUID();
    return data({ page: await pageOf(args), typed, errors, notice, key: next }, status);
  }
  const { to, text } = tried.value;
  return text === null ? redirect(`${path}?${to}`, 303) : done(context, `${path}?${to}`, { text });
}

export default function Desk() {
  const loaded = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const { key } = answered ?? loaded;
  const page: DeskPage = (answered ?? loaded).page;
  const typed: Typed = answered?.typed ?? {};
  const errors: FieldErrors = answered?.errors ?? {};
  const busy = useNavigation().state !== "idle";
  const { lot, quote } = page;
  return (
    <div className="page" aria-busy={busy}>
      <header className="page-head">
        <h1>{lot ? `${m.parking_desk()} · ${lot.name}` : m.parking_desk()}</h1>
        <div className="toolbar">
          {page.doneId !== null && (
            <Link className="button button-primary" to={`/parking/recordList/${page.doneId}/receipt`}>
              {m.parking_print_receipt()}
            </Link>
          )}
          {lot && page.may.lost && !page.lost && (
            <Link className="button" to={`${path}?lot=${lot.id}&lost=1`}>
              {m.parking_lost()}
            </Link>
          )}
        </div>
      </header>
      <FormNotice
        notice={answered?.notice}
        errors={Object.keys(errors).length > 0 ? { "": [m.engine_check_errors()] } : undefined}
      />
      {page.lots.length > 1 && (
        <Form method="get" action={path} className="panel parking-gate" role="search">
          <Field name="lot" label={m.parking_lot()}>
            <select className="input" defaultValue={lot ? String(lot.id) : undefined} key={lot?.id}>
              {page.lots.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </Field>
          <button className="button">{m.parking_desk_choose()}</button>
        </Form>
      )}
      {!lot && <p className="panel empty">{m.parking_no_lots()}</p>}
      {lot && (
        <p className="parking-stands" role="status">
          {m.parking_stands({ inside: lot.inside, spaces: lot.spaces, free: lot.free })}
          {page.phone !== "" && ` · ${m.parking_phone()} ${page.phone}`}
        </p>
      )}
      {lot && (lot.whyNot || lot.warns) !== "" && <p className="notice notice-warn">{lot.whyNot || lot.warns}</p>}
      {quote && <DeskQuote page={page} quote={quote} typed={typed} errors={errors} idempotencyKey={key} />}
      {lot && page.lost && <DeskLost page={page} lot={lot} typed={typed} errors={errors} idempotencyKey={key} />}
      {lot && page.may.enter && !page.lost && (
        <Gate page={page} lotId={lot.id} typed={typed} errors={errors} idempotencyKey={key} />
      )}
      {lot && <DeskRecent rows={page.recent} />}
    </div>
  );
}

interface GateProps {
  page: DeskPage;
  lotId: number;
  typed: Typed;
  errors: FieldErrors;
  idempotencyKey: string;
}

function Gate({ page, lotId, typed, errors, idempotencyKey }: GateProps) {
  const own = typed.intent === "enter";
  return (
    <Form method="post" className="panel parking-gate" noValidate key={idempotencyKey} aria-label={m.parking_desk_go()}>
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      <input type="hidden" name="lotId" value={lotId} />
      <div className="parking-plate">
        <Field
          name="plate"
          label={m.parking_plate()}
          help={m.parking_desk_plate_help()}
          errors={own ? errors.plate : undefined}
        >
          <input
            className="input"
            maxLength={30}
            autoComplete="off"
            spellCheck={false}
            defaultValue={own ? typed.plate : ""}
            autoFocus={page.quote === null}
          />
        </Field>
      </div>
      <Field name="vehicleClass" label={m.parking_vehicle()}>
        <select className="input" defaultValue={own ? typed.vehicleClass : ""}>
          <option value="">{m.parking_desk_by_plate()}</option>
          {page.vehicles.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </Field>
      {page.numbersUnreadable && (
        <label>
          <input type="checkbox" name="unreadable" value="T" /> {m.parking_unreadable()}
        </label>
      )}
      <button className="button button-primary" name="intent" value="enter">
        {m.parking_desk_go()}
      </button>
    </Form>
  );
}
