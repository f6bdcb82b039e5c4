/** The form of a new customer: who it is, how it settles, and its agreement; what has a usual value has it already. */
import { Form, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { FieldErrors, Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import type { Option } from "~/contract/resource";
import { DayInput } from "~/form/day-input";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import "./create-customer.css";

interface Props {
  form: {
    idempotencyKey: string;
    types: Option[];
    settlements: Option[];
    priceGroups: Option[];
    regions: Option[];
    salesmen: Option[];
    code: string;
    from: string;
    to: string;
    lacking: { agency: string; agreement: string; approve: string; sign: string };
  };
  answered:
    | { typed: Partial<Record<string, string>>; key: string; errors: FieldErrors; notice: Notice | null }
    | undefined;
}

/** Where the message of what the method names stands on the page. */
const places: Partial<Record<string, string>> = {
  "agreement.code": "agreementCode",
  "agreement.fromDay": "fromDay",
  "agreement.toDay": "toDay",
};

export function CustomerForm({ form, answered }: Props) {
  const busy = useNavigation().state !== "idle";
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (answered) ref.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [answered]);
  const { lacking } = form;
  if (lacking.agency) return <p className="notice notice-warn">{lacking.agency}</p>;
  const errors: FieldErrors = {};
  for (const [name, messages] of Object.entries(answered?.errors ?? {})) errors[places[name] ?? name] = messages;
  const typed = (name: string, usual = "") => answered?.typed[name] ?? usual;
  const given = (name: string, max?: number) => ({ className: "input", maxLength: max, defaultValue: typed(name) });
  const of = (name: string) => ({ name, errors: errors[name] });
  const marked = Object.keys(errors).length > 0 && !answered?.notice;
  const atOnce = !lacking.approve && (lacking.agreement !== "" || !lacking.sign);
  return (
    <>
      <FormNotice notice={answered?.notice} errors={marked ? { "": [m.engine_check_errors()] } : undefined} />
      <Form method="post" action="/travelInfo/createCustomer" noValidate ref={ref} className="panel" aria-busy={busy}>
        <input type="hidden" name="idempotencyKey" value={answered?.key ?? form.idempotencyKey} />
        <h2>{m.travel_section_basic()}</h2>
        <div className="form-grid">
          <Field {...of("name")} label={m.customer_name()} required>
            <input {...given("name", 80)} autoComplete="off" autoFocus />
          </Field>
          <Field {...of("type")} label={m.travel_type()} required>
            <Choice options={form.types} chosen={typed("type")} />
          </Field>
          <Field {...of("licence")} label={m.travel_licence()} required>
            <input {...given("licence", 40)} autoComplete="off" />
          </Field>
          <Field {...of("licenceUntil")} label={m.travel_licence_until()}>
            <DayInput className="input" defaultValue={typed("licenceUntil")} />
          </Field>
          <Field {...of("contact")} label={m.travel_contact()} required>
            <input {...given("contact", 40)} autoComplete="off" />
          </Field>
          <Field {...of("mobile")} label={m.travel_mobile()} required>
            <input {...given("mobile", 13)} type="tel" inputMode="numeric" autoComplete="off" />
          </Field>
          <Field {...of("code")} label={m.code()} help={m.customer_code_help()} required>
            <input {...given("code", 40)} defaultValue={typed("code", form.code)} autoComplete="off" />
          </Field>
        </div>
        <h2>{m.travel_section_settlement()}</h2>
        <div className="form-grid">
          <Field {...of("settlement")} label={m.travel_settlement()} help={m.customer_settlement_help()} required>
            <Choice options={form.settlements} chosen={typed("settlement", "prepaid")} optional={false} />
          </Field>
          <div className="when-credit">
            <Field
              {...of("creditLimit")}
              label={m.customer_credit_limit()}
              help={m.travel_credit_limit_help()}
              required
            >
              <input {...given("creditLimit", 16)} inputMode="decimal" autoComplete="off" />
            </Field>
          </div>
          <Field {...of("priceGroupId")} label={m.travel_price_group()} help={m.customer_price_group_help()}>
            <Choice options={form.priceGroups} chosen={typed("priceGroupId")} />
          </Field>
          <Field {...of("salesmanId")} label={m.travel_salesman()}>
            <Choice options={form.salesmen} chosen={typed("salesmanId")} />
          </Field>
          <Field {...of("regionId")} label={m.travel_region()}>
            <Choice options={form.regions} chosen={typed("regionId")} />
          </Field>
          <Field {...of("taxTitle")} label={m.travel_tax_title()} help={m.travel_tax_title_help()}>
            <input {...given("taxTitle", 80)} autoComplete="off" />
          </Field>
          <Field {...of("taxNumber")} label={m.travel_tax_number()}>
            <input {...given("taxNumber", 20)} autoComplete="off" />
          </Field>
          <Field {...of("remark")} label={m.remark()}>
            <input {...given("remark", 200)} autoComplete="off" />
          </Field>
        </div>
        <h2>{m.travel_agreement()}</h2>
        {lacking.agreement ? (
          <p className="dim">{lacking.agreement}</p>
        ) : (
          <div className="form-grid">
            <Field {...of("agreementCode")} label={m.travel_agreement_no()} help={m.customer_agreement_help()}>
              <input {...given("agreementCode", 40)} autoComplete="off" />
            </Field>
            <Field {...of("fromDay")} label={m.travel_from()}>
              <DayInput className="input" defaultValue={typed("fromDay", form.from)} />
            </Field>
            <Field {...of("toDay")} label={m.travel_to()}>
              <DayInput className="input" defaultValue={typed("toDay", form.to)} />
            </Field>
          </div>
        )}
        {atOnce && (
          <label className="choice">
            <input type="checkbox" name="atOnce" value="T" defaultChecked={typed("atOnce") === "T"} />
            {lacking.agreement ? m.customer_approve_at_once() : m.customer_at_once()}
          </label>
        )}
        {errors.sure && (
          <label className="choice notice notice-warn">
            <input type="checkbox" name="sure" value="T" defaultChecked={typed("sure") === "T"} />
            {errors.sure[0]}
          </label>
        )}
        <div className="actions">
          <button className="button button-primary" disabled={busy}>
            {busy ? m.engine_saving() : m.customer_create()}
          </button>
        </div>
      </Form>
    </>
  );
}

function Choice({
  options,
  chosen,
  optional = true,
  ...props
}: {
  options: Option[];
  chosen: string;
  optional?: boolean;
}) {
  return (
    <select className="input" defaultValue={chosen} {...props}>
      {optional && <option value="">{m.engine_choose()}</option>}
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
