/** Area settings (`/theatre_set/areaSet`): rows of an area by count, numbers, aisles and arc. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import type { ReactElement } from "react";
import { m } from "~/contract/messages";
import { Field } from "~/form/field";
import { changePlan, loadPlan } from "./load-plan.server";
import { KindChoice, type PlanArea, PlanPage, PlanTable, ZoneChoice } from "./plan-page";

const path = "/theatre_set/areaSet";

export const handle = { menu: path };
export const meta: MetaFunction = () => [{ title: m.fun_area_set() }];
export const loader = (args: LoaderFunctionArgs) => loadPlan(args);
export const action = (args: ActionFunctionArgs) => changePlan(args, path);

export default function AreaSet() {
  const { plan, mayEdit } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const { area } = plan;
  return (
    <PlanPage plan={plan} path={path} title={m.fun_area_set()} answered={answered}>
      {area && mayEdit && <RowsForm area={area} typed={answered?.typed ?? {}} errors={answered?.errors ?? {}} />}
      {area && (
        <section className="panel">
          <PlanTable area={area} ticks={false} />
        </section>
      )}
    </PlanPage>
  );
}

interface RowsProps {
  area: PlanArea;
  typed: Record<string, string>;
  errors: Record<string, string[]>;
}

function RowsForm({ area, typed, errors }: RowsProps) {
  const field = (name: string, label: string, usual: string, input: ReactElement, help?: string) => (
    <Field name={name} label={label} errors={errors[name]} help={help}>
      {{ ...input, props: { ...input.props, defaultValue: typed[name] ?? usual } }}
    </Field>
  );
  const whole = (min: number, max: number) => <input className="input" type="number" min={min} max={max} required />;
  return (
    <Form method="post" action={`${path}?area=${area.id}`} className="panel">
      <input type="hidden" name="area" value={area.id} />
      <input type="hidden" name="version" value={area.version} />
      <div className="seat-forms">
        {field("first", m.theatre_first_row(), "1", <input className="input" maxLength={4} required />)}
        {field("rows", m.theatre_rows_count(), "10", whole(1, 200))}
        {field("seats", m.theatre_seats_row(), "16", whole(1, 200))}
        {field("growth", m.theatre_growth(), "0", whole(-50, 50))}
        {field(
          "numbering",
          m.theatre_numbering(),
          "left",
          <select className="input">
            <option value="left">{m.theatre_number_left()}</option>
            <option value="right">{m.theatre_number_right()}</option>
            <option value="oddEven">{m.theatre_number_odd_even()}</option>
            <option value="letters">{m.theatre_number_letters()}</option>
          </select>,
        )}
        {field("start", m.theatre_number_start(), "1", whole(1, 999), m.theatre_number_start_help())}
        {field(
          "skip",
          m.theatre_number_skip(),
          "",
          <input className="input" maxLength={100} />,
          m.theatre_number_skip_help(),
        )}
        {field("aisles", m.theatre_aisles(), "", <input className="input" maxLength={60} />, m.theatre_aisles_help())}
        {field("arc", m.theatre_arc(), String(area.arc), whole(0, 5_000), m.theatre_arc_help())}
        {field("spacing", m.theatre_row_spacing(), "100", whole(50, 1_000), m.theatre_row_spacing_help())}
        <ZoneChoice zones={area.zones} value={typed.zone ?? area.zone} />
        <KindChoice />
        <label className="choice">
          <input type="checkbox" name="append" value="T" defaultChecked={area.rows.length > 0} /> {m.theatre_append()}
        </label>
        <button className="button button-primary" name="intent" value="make">
          {m.theatre_make()}
        </button>
      </div>
    </Form>
  );
}
