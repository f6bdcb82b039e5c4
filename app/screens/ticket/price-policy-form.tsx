/** A price policy, new or existing (`/pricePolicyAdd`, `?id=7`). */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { weekdayNames } from "~/contract/ticket/weekdays";
import { DayRangePicker } from "~/form/day-range-picker";
import { RecordForm } from "~/form/record-form";
import { TickBoxes } from "~/form/tick-boxes";
import { FieldInput } from "~/resource/fields/field-input";
import { ChangeImpact } from "./change-impact";
import { loadPolicyForm, type PolicyFormView, savePolicyForm } from "./load-policy-form.server";

export const handle = { menu: "/ticket/pricePolicyList" };
export const loader = (args: LoaderFunctionArgs) => loadPolicyForm(args);
export const action = (args: ActionFunctionArgs) => savePolicyForm(args);
export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function PricePolicyForm() {
  const loaded = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const view: PolicyFormView = answered ?? loaded;
  const wrong = view.inputs.find(({ name }) => view.errors[name])?.name;
  return (
    <RecordForm
      title={view.title}
      back="/ticket/pricePolicyList"
      rowVersion={view.rowVersion}
      errors={view.errors}
      notice={view.notice}
      answered={answered}
      first={view.impact && { shown: <ChangeImpact impact={view.impact} />, save: m.impact_confirm() }}
    >
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
    </RecordForm>
  );
}
