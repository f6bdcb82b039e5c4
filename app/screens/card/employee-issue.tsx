/** Issues employees' cards (`/seasonCard/employSeasonCard/issue`): a type, and who gets one, a line each. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { employeeCardDesk, issueEmployeeCards } from "~/contract/card/employee-card";
import { m } from "~/contract/messages";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import { attempt, done, typedOf } from "~/form/submission.server";
import { Link } from "~/widgets/link";
import { keyOf } from "./counter-form.server";
import "./counter.css";

const list = "/seasonCard/employSeasonCard";

export const handle = { menu: list };
export const meta: MetaFunction = () => [{ title: m.card_staff_issue() }];

export async function loader({ context }: LoaderFunctionArgs) {
  return { ...(await context.dispatch.call(employeeCardDesk, {})), key: crypto.randomUUID() };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const typed = typedOf(await request.formData());
  const idempotencyKey = keyOf(typed);
  const tried = await attempt(context, () =>
    context.dispatch.call(issueEmployeeCards, {
      ...{ idempotencyKey, cardTypeId: Number(typed.cardTypeId) || 0, people: typed.people ?? "" },
    }),
  );
  if (tried.ok) return done(context, list, { text: m.card_staff_issued({ n: tried.value.numbers.length }) });
  const { errors, notice, status, kind } = tried.refusal;
  // After a time-out it may have been done: the same key asks again without doing it twice.
  return data({ typed, errors, notice, key: kind === "timeout" ? idempotencyKey : crypto.randomUUID() }, status);
}

export default function EmployeeIssue() {
  const { types, key } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const { typed = {}, errors = {} } = answered ?? {};
  return (
    <div className="page" aria-busy={useNavigation().state !== "idle"}>
      <header className="page-head">
        <h1>{m.card_staff_issue()}</h1>
        <div className="toolbar">
          <Link className="button" to={list}>
            {m.fun_employ_season_card()}
          </Link>
        </div>
      </header>
      <FormNotice notice={answered?.notice} errors={undefined} />
      <section className="panel">
        <p>{m.card_staff_said()}</p>
        {types.length === 0 ? (
          <>
            <p className="empty">{m.card_staff_no_type()}</p>
            <Link className="button" to="/manage/cardtypelist/edit">
              {m.card_staff_to_types()}
            </Link>
          </>
        ) : (
          <Form method="post" noValidate>
            <input type="hidden" name="idempotencyKey" value={answered?.key ?? key} />
            <Field name="cardTypeId" label={m.card_type_title()} errors={errors.cardTypeId} required>
              <select className="input" defaultValue={typed.cardTypeId}>
                {types.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            </Field>
            <Field
              name="people"
              label={m.card_staff_people()}
              help={m.card_staff_people_help()}
              errors={errors.people}
              required
            >
              <textarea className="input card-lines" rows={8} maxLength={8000} defaultValue={typed.people} autoFocus />
            </Field>
            <button className="button button-primary">{m.card_staff_issue()}</button>
          </Form>
        )}
      </section>
    </div>
  );
}
