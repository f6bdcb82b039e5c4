/** Seats (`/theatre_set/seatSet`): ticked seats and rows change kind, zone or go; the plan as text and as a file. */

import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { useRef } from "react";
import { m } from "~/contract/messages";
import { writePlan } from "~/contract/theatre/plan-text";
import { Field } from "~/form/field";
import { useHydrated } from "~/widgets/hydrated";
import { Link } from "~/widgets/link";
import { FilePick } from "~/widgets/upload/file-pick";
import { changePlan, loadPlan } from "./load-plan.server";
import { KindChoice, type PlanArea, PlanPage, PlanTable, ZoneChoice } from "./plan-page";
import { useSeatPick } from "./seat-pick";

const path = "/theatre_set/seatSet";

export const handle = { menu: path };
export const meta: MetaFunction = () => [{ title: m.fun_seat_set() }];

export async function loader(args: LoaderFunctionArgs) {
  const loaded = await loadPlan(args);
  return { ...loaded, text: writePlan(loaded.plan.area?.rows ?? []) };
}
export const action = (args: ActionFunctionArgs) => changePlan(args, path);

export default function SeatSet() {
  const { plan, mayEdit, text } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const { area } = plan;
  return (
    <PlanPage plan={plan} path={path} title={m.fun_seat_set()} answered={answered}>
      {area && !mayEdit && (
        <section className="panel">
          <PlanTable area={area} ticks={false} />
        </section>
      )}
      {area && mayEdit && (
        <>
          <SeatForm key={`seats-${area.id}-${area.version}`} area={area} />
          <TextForm
            key={`text-${area.id}-${area.version}`}
            area={area}
            text={answered?.typed.text ?? text}
            errors={answered?.errors.text}
          />
          <FileForm area={area} errors={answered?.errors.file} />
        </>
      )}
    </PlanPage>
  );
}

const Hidden = ({ area }: { area: PlanArea }) => (
  <>
    <input type="hidden" name="area" value={area.id} />
    <input type="hidden" name="version" value={area.version} />
  </>
);

function SeatForm({ area }: { area: PlanArea }) {
  const form = useRef<HTMLFormElement>(null);
  const ticked = useSeatPick(form);
  const isLive = useHydrated();
  return (
    <Form ref={form} method="post" action={`${path}?area=${area.id}`} className="panel seat-pick">
      <Hidden area={area} />
      {area.rows.length > 0 && (
        <p className={isLive ? "dim" : "dim comes-later"}>
          {m.theatre_pick_help()} <output>{m.theatre_picked({ n: ticked })}</output>
        </p>
      )}
      <PlanTable area={area} ticks />
      <p>
        <Link className="button" to={`/theatre_set/hallList/${area.hallId}/edit`}>
          {m.theatre_picture_where()}
        </Link>
      </p>
      {area.rows.length > 0 && (
        <fieldset className="seat-forms">
          <legend>{m.theatre_change_chosen()}</legend>
          <KindChoice />
          <button className="button" name="intent" value="kind">
            {m.theatre_set_kind()}
          </button>
          <ZoneChoice zones={area.zones} />
          <button className="button" name="intent" value="zone">
            {m.theatre_set_zone()}
          </button>
          <button className="button" name="intent" value="remove">
            {m.theatre_remove_seats()}
          </button>
          <button className="button" name="intent" value="copy">
            {m.theatre_copy_rows()}
          </button>
          <button className="button" name="intent" value="mirror">
            {m.theatre_mirror()}
          </button>
          <button className="button" name="intent" value="align-left">
            {m.theatre_align_left()}
          </button>
          <button className="button" name="intent" value="align-middle">
            {m.theatre_align_middle()}
          </button>
          <button className="button" name="intent" value="align-right">
            {m.theatre_align_right()}
          </button>
          <button className="button" name="intent" value="column-left">
            {m.theatre_column_left()}
          </button>
          <button className="button" name="intent" value="column-middle">
            {m.theatre_column_middle()}
          </button>
          <button className="button" name="intent" value="column-right">
            {m.theatre_column_right()}
          </button>
        </fieldset>
      )}
      {area.steps > 0 && (
        <button className="button" name="intent" value="undo">
          {m.theatre_undo({ n: area.steps })}
        </button>
      )}
    </Form>
  );
}

function TextForm({ area, text, errors }: { area: PlanArea; text: string; errors: string[] | undefined }) {
  return (
    <Form method="post" action={`${path}?area=${area.id}`} className="panel">
      <Hidden area={area} />
      <Field name="text" label={m.theatre_plan_text()} help={m.theatre_plan_text_help()} errors={errors}>
        <textarea className="input mono" rows={Math.min(24, Math.max(6, area.rows.length + 1))} defaultValue={text} />
      </Field>
      <div className="seat-forms">
        <Field name="arc" label={m.theatre_arc()}>
          <input className="input" type="number" min={0} max={5_000} defaultValue={area.arc} />
        </Field>
        <button className="button button-primary" name="intent" value="text">
          {m.theatre_plan_save()}
        </button>
      </div>
    </Form>
  );
}

function FileForm({ area, errors }: { area: PlanArea; errors: string[] | undefined }) {
  return (
    <section className="panel">
      <h2>{m.theatre_file()}</h2>
      <p className="dim">{m.theatre_file_help()}</p>
      <p>
        <a className="button" href={`${path}/file?area=${area.id}`} download>
          {m.theatre_file_save()}
        </a>
      </p>
      <Form method="post" action={`${path}?area=${area.id}`} encType="multipart/form-data" className="seat-forms">
        <Hidden area={area} />
        <Field name="file" label={m.theatre_file_choose()} errors={errors}>
          <FilePick className="input" accept="application/json,.json" required />
        </Field>
        <button className="button" name="intent" value="file">
          {m.theatre_file_read()}
        </button>
      </Form>
    </section>
  );
}
