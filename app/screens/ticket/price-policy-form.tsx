/** A price policy, new or existing (`/pricePolicyAdd`, `?id=7`). */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { m } from "~/contract/messages";
import { DayRangePicker } from "~/form/day-range-picker";
import { FormNotice } from "~/form/form-notice";
import { TickBoxes } from "~/form/tick-boxes";
import { FieldInput } from "~/resource/fields/field-input";
import { Link } from "~/widgets/link";
import { loadPolicyForm, type PolicyFormView, savePolicyForm } from "./load-policy-form.server";
import { weekdayNames } from "./weekdays";

export const handle = { menu: "/ticket/pricePolicyList" };
export const loader = (args: LoaderFunctionArgs) => loadPolicyForm(args);
export const action = (args: ActionFunctionArgs) => savePolicyForm(args);
export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function PricePolicyForm() {
  const loaded = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const view: PolicyFormView = answered ?? loaded;
  const busy = useNavigation().state !== "idle";
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (answered) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [answered]);

  const wrong = view.inputs.find(({ name }) => view.errors[name])?.name;
  const marked = Object.keys(view.errors).length > 0 && !view.notice;
  return (
    <div className="page">
      <header className="page-head">
        <h1>{view.title}</h1>
      </header>
      <FormNotice notice={view.notice} errors={marked ? { "": [m.engine_check_errors()] } : undefined} />
      <Form method="post" ref={form} className="panel" noValidate aria-busy={busy}>
        {view.rowVersion !== "" && <input type="hidden" name="rowVersion" value={view.rowVersion} />}
        <div className="form-grid">
          {view.inputs.map((input, index) => (
            <div key={input.name}>
              <FieldInput input={input} errors={view.errors} autoFocus={wrong ? input.name === wrong : index === 0} />
              {input.name === "endDay" && <DayRangePicker from="f-startDay" to="f-endDay" />}
            </div>
          ))}
          <TickBoxes
            label={m.policy_weekdays()}
            options={weekdayNames().map((label, index) => ({ value: String(index), label }))}
            nameOf={(index) => `weekday${index}`}
            isTicked={(index) => view.weekdays[Number(index)] === "T"}
            error={view.errors.weekdays?.[0]}
            required
          />
        </div>
        <div className="actions">
          <button className="button button-primary" disabled={busy}>
            {busy ? m.engine_saving() : m.engine_save()}
          </button>
          <Link className="button" to="/ticket/pricePolicyList">
            {m.engine_cancel()}
          </Link>
        </div>
      </Form>
    </div>
  );
}
