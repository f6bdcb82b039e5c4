/** A new customer of the travel trade in one sitting (`/travelInfo/createCustomer`), and what is left to do for one just made. */
import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { parseYuan } from "~/contract/money";
import { createCustomer, createCustomerForm, createdCustomer } from "~/contract/travel/create-customer";
import { typedDay } from "~/contract/typed-day";
import { today } from "~/contract/validators";
import { attempt, type Typed, typedOf } from "~/form/submission.server";
import { labelOf, loadLabels } from "~/screens/labels.server";
import { idFrom } from "~/screens/query.server";
import { Link } from "~/widgets/link";
import { CustomerForm } from "./create-customer-form";

const path = "/travelInfo/createCustomer";

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (new URL(request.url).searchParams.has("made"))
    return { made: await madeOf(context, idFrom(request, "made")), form: null };
  const form = await context.dispatch.call(createCustomerForm, {});
  return { made: null, form: { ...form, idempotencyKey: crypto.randomUUID() } };
}

/** The customer with a sentence and a way for everything that is left. */
async function madeOf(context: AppLoadContext, id: number) {
  const [{ left, agreement, ...customer }, labels] = await Promise.all([
    context.dispatch.call(createdCustomer, { id }),
    loadLabels(context, "agencyState"),
  ]);
  const page = `/travel/agencyList/${customer.id}`;
  const ways = {
    review: { to: `/travelInfo/singVerification?agencyId=${customer.id}`, says: m.customer_left_review() },
    agreement: { to: `/travel/agreementList/new?agencyId=${customer.id}`, says: m.customer_left_agreement() },
    sign: { to: `/travel/agreementList/${agreement?.id}`, says: m.customer_left_sign({ no: agreement?.code ?? "" }) },
    topUp: { to: `${page}/account`, says: m.customer_left_top_up() },
  };
  const to = (address: string) => (context.mayOpen(address.replace(/\?.*/, "")) ? address : "");
  return {
    ...{ name: customer.name, code: customer.code, state: labelOf(labels, "agencyState", customer.status) },
    to: to(page),
    left: left.map((what) => ({ says: ways[what].says, to: to(ways[what].to) })),
  };
}

const idIn = (text = "") => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);

export async function action({ request, context }: ActionFunctionArgs) {
  const typed = typedOf(await request.formData());
  const said = (name: string) => (typed[name] ?? "").trim();
  const date = (name: string) => typedDay(said(name), today());
  const key = /^[A-Za-z0-9-]{8,64}$/.test(said("idempotencyKey")) ? said("idempotencyKey") : crypto.randomUUID();
  const errors: FieldErrors = {};
  const limit = said("settlement") === "credit" ? parseYuan(said("creditLimit")) : null;
  if (said("settlement") === "credit" && limit === null)
    errors.creditLimit = [said("creditLimit") === "" ? m.v_enter({ label: m.customer_credit_limit() }) : m.v_money()];
  if (Object.keys(errors).length > 0) return refused(typed, key, errors, 422);
  const made = await attempt(context, () =>
    context.dispatch.call(createCustomer, {
      ...{ idempotencyKey: key, code: said("code"), name: said("name"), type: said("type") },
      licence: said("licence"),
      ...(said("licenceUntil") !== "" && { licenceUntil: date("licenceUntil") }),
      ...{ contact: said("contact"), mobile: said("mobile").replaceAll(" ", "") },
      ...{ taxTitle: said("taxTitle"), taxNumber: said("taxNumber") },
      ...{ settlement: said("settlement"), creditLimit: limit },
      ...{ priceGroupId: idIn(typed.priceGroupId), regionId: idIn(typed.regionId), salesmanId: idIn(typed.salesmanId) },
      remark: typed.remark ?? "",
      // Without a number there is no agreement yet.
      agreement:
        said("agreementCode") === ""
          ? null
          : { code: said("agreementCode"), fromDay: date("fromDay"), toDay: date("toDay") },
      ...{ atOnce: typed.atOnce === "T", sure: typed.sure === "T" },
    }),
  );
  if (made.ok) return redirect(`${path}?made=${made.value.id}`, 303);
  const { kind, notice, status, errors: found } = made.refusal;
  // After a time-out it may have been made: the same key asks again without making it twice.
  return refused(typed, kind === "timeout" ? key : crypto.randomUUID(), found, status, notice);
}

function refused(
  typed: Typed,
  key: string,
  errors: FieldErrors,
  status: number,
  notice: { title: string; message: string } | null = null,
) {
  return data({ typed, key, errors, notice }, status);
}

export const meta: MetaFunction = () => [{ title: m.fun_create_customer() }];

export default function CreateCustomer() {
  const { made, form } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.fun_create_customer()}</h1>
      </header>
      {form && <CustomerForm form={form} answered={answered} />}
      {made && <Made made={made} />}
    </div>
  );
}

function Made({ made }: { made: NonNullable<Awaited<ReturnType<typeof loader>>["made"]> }) {
  return (
    <section className="panel customer-made">
      <p className="notice notice-good" role="status">
        {m.customer_made({ name: made.name, code: made.code, state: made.state })}
      </p>
      {made.left.length > 0 ? (
        <>
          <h2>{m.customer_left()}</h2>
          <ol>
            {made.left.map(({ says, to }) => (
              <li key={says}>{to ? <Link to={to}>{says}</Link> : says}</li>
            ))}
          </ol>
        </>
      ) : (
        <p>{m.customer_left_nothing()}</p>
      )}
      <div className="actions">
        <Link className="button button-primary" to={path}>
          {m.customer_another()}
        </Link>
        {made.to && (
          <Link className="button" to={made.to}>
            {m.customer_to_page()}
          </Link>
        )}
      </div>
    </section>
  );
}
