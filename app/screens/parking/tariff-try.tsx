/** The box that tries a tariff (`/parking/tariffList/7/try`): two moments, an amount, and how it comes about. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { parkingTry } from "~/contract/parking/tariff";
import { Field } from "~/form/field";
import { attempt } from "~/form/submission.server";
import { Link } from "~/widgets/link";
import { idIn } from "../query.server";
import { momentIn } from "./desk-form.server";
import "./parking.css";

export const handle = { menu: "/parking/tariffList" };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const id = idIn(params);
  const asked = new URL(request.url).searchParams;
  const [from, to] = [momentIn(asked.get("from") ?? ""), momentIn(asked.get("to") ?? "")];
  const typed = { from: asked.get("from") ?? "", to: asked.get("to") ?? "" };
  const isAsked = from !== "" || to !== "";
  const tried = await attempt(context, () => context.dispatch.call(parkingTry, isAsked ? { id, from, to } : { id }));
  if (tried.ok) return { ...tried.value, title: m.parking_try_of({ name: tried.value.name }), typed, errors: {} };
  const rules = await context.dispatch.call(parkingTry, { id });
  const { errors, status } = tried.refusal;
  return data({ ...rules, title: m.parking_try_of({ name: rules.name }), typed, errors }, status);
}

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [{ title: loaded?.title ?? "" }];

export default function TryTariff() {
  const { id, title, sentences, fee, now, typed, errors } = useLoaderData<typeof loader>();
  const wrong: Readonly<Record<string, string[] | undefined>> = errors;
  const usual = now.slice(0, 16).replace(" ", "T");
  return (
    <div className="page">
      <header className="page-head">
        <h1>{title}</h1>
        <div className="toolbar">
          <Link className="button" to={`/parking/tariffList/${id}`}>
            {m.parking_back_tariff()}
          </Link>
        </div>
      </header>
      <section className="panel" aria-labelledby="parking-rules">
        <h2 id="parking-rules">{m.parking_try_rules()}</h2>
        <ul className="parking-says">
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </section>
      <Form method="get" className="panel parking-gate" noValidate>
        <Field name="from" label={m.parking_try_from()} errors={wrong.from} required>
          <input className="input" type="datetime-local" defaultValue={typed.from || usual} />
        </Field>
        <Field name="to" label={m.parking_try_to()} errors={wrong.to} required>
          <input className="input" type="datetime-local" defaultValue={typed.to || usual} />
        </Field>
        <button className="button button-primary">{m.parking_try_do()}</button>
      </Form>
      {fee && (
        <section className="panel" role="status">
          <p className="parking-due">{m.parking_try_result({ amount: formatYuan(fee.fee) })}</p>
          <ul className="parking-says">
            {fee.sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
