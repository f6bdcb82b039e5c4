/** The first step (`/guideOne`): a park. */
import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { startUpPark } from "~/contract/startup/start-up";
import { Field } from "~/form/field";
import type { Typed } from "~/form/submission.server";
import { Link } from "~/widgets/link";
import { loadGuide, readPost, refuse, saveStep } from "./guide.server";
import { GuideButtons, GuideFrame, GuideLeave } from "./guide-frame";

export const meta: MetaFunction = () => [{ title: m.startup_park_title() }];

export async function loader({ context }: LoaderFunctionArgs) {
  const { standing, head, key } = await loadGuide(context, "park");
  const parks = standing.parks.map(({ id, name }) => ({
    name,
    to: context.mayOpen("/manage/parkList") ? `/manage/parkList/${id}` : "",
  }));
  return { head, key, parks };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { typed, left } = await readPost(request, context, "park");
  if (left) return left;
  const { name = "", address = "", openingHours = "", telephone = "" } = typed;
  if (name.trim() === "") return refuse(typed, { name: [m.v_enter({ label: m.startup_park_name() })] });
  return saveStep(
    context,
    typed,
    (idempotencyKey) =>
      context.dispatch.call(startUpPark, { idempotencyKey, name, address, openingHours, telephone: telephone.trim() }),
    ({ id }) => redirect(`/guideTwo?park=${id}`, 303),
  );
}

export default function GuidePark() {
  const { head, key, parks } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const again = answered && "typed" in answered ? answered : undefined;
  const form = (
    <Form method="post" noValidate className="form-narrow">
      <input type="hidden" name="idempotencyKey" value={again?.key ?? key} />
      <Fields typed={again?.typed} errors={again?.errors ?? {}} />
      <GuideButtons head={head} save={m.startup_save_next()} />
    </Form>
  );
  return (
    <GuideFrame head={head} title={m.startup_park_title()} answered={again}>
      {parks.length === 0 ? (
        <section className="panel">{form}</section>
      ) : (
        <section className="panel">
          <ul className="guide-parts">
            {parks.map(({ name, to }) => (
              <li key={to + name}>{to ? <Link to={to}>{name}</Link> : name}</li>
            ))}
          </ul>
          <GuideLeave head={head} />
          <details open={again !== undefined}>
            <summary>{m.startup_park_another()}</summary>
            {form}
          </details>
        </section>
      )}
    </GuideFrame>
  );
}

function Fields({ typed, errors }: { typed: Typed | undefined; errors: Record<string, string[]> }) {
  return (
    <>
      <Field name="name" label={m.startup_park_name()} errors={errors.name} required>
        <input
          className="input"
          maxLength={60}
          defaultValue={typed?.name ?? ""}
          autoFocus
          autoComplete="organization"
        />
      </Field>
      <Field name="address" label={m.startup_park_address()} errors={errors.address}>
        <input className="input" maxLength={120} defaultValue={typed?.address ?? ""} autoComplete="street-address" />
      </Field>
      <Field name="openingHours" label={m.startup_park_hours()} errors={errors.openingHours}>
        <input
          className="input"
          maxLength={60}
          defaultValue={typed?.openingHours ?? m.startup_park_hours_default()}
          autoComplete="off"
        />
      </Field>
      <Field name="telephone" label={m.startup_park_telephone()} errors={errors.telephone}>
        <input className="input" type="tel" maxLength={20} defaultValue={typed?.telephone ?? ""} autoComplete="tel" />
      </Field>
    </>
  );
}
