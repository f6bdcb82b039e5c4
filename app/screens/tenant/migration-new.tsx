/** A data migration before it is one (`/tenantManage/dataMigration/new`): what is to go where, the dry run, the start. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import type { FieldErrors, Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import { dataMigrationPlan, dataMigrationStart } from "~/contract/tenant/migration";
import { FormNotice } from "~/form/form-notice";
import { attempt, noticeOfRefusal } from "~/form/submission.server";
import { permission } from "~/screens/permission.server";
import { Link } from "~/widgets/link";
import { Permitted } from "~/widgets/permitted";
import { askedOf, wishOf } from "./migration-asked.server";
import { MigrationChoices } from "./migration-choices";
import { PlanTables } from "./migration-tables";
import "./migration.css";

// Not of the contract: that would bring its schemas to the browser.
const path = "/tenantManage/dataMigration/index";

export const handle = { menu: path };
export const meta: MetaFunction = () => [{ title: m.migration_new() }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const asked = askedOf(request);
  const errors: FieldErrors = {};
  if (asked.pressed && asked.target === "") errors.target = [m.migration_choose_target()];
  if (asked.pressed && asked.kinds.length === 0) errors.kinds = [m.migration_no_kinds()];
  const whole = asked.target !== "" && asked.kinds.length > 0;
  const answer = await attempt(context, () =>
    context.dispatch.call(dataMigrationPlan, whole ? { ...wishOf(asked), targetId: Number(asked.target) } : {}),
  );
  const start = await permission(context, "dataMigration:start");
  const key = crypto.randomUUID();
  if (answer.ok) return { page: answer.value, asked, errors, notice: null as Notice | null, start, key };
  // Refused for what was chosen: the choices stand there again, with the sentence that says why.
  const { refusal } = answer;
  const page = await context.dispatch.call(dataMigrationPlan, {});
  if (refusal.errors.targetId) errors.target = refusal.errors.targetId;
  const notice = refusal.errors.targetId ? null : noticeOfRefusal(refusal);
  return data({ page, asked, errors, notice, start, key }, refusal.status);
}

/** The address says what; the form brings the key by which a second press is known. */
export async function action({ request, context }: ActionFunctionArgs) {
  const asked = askedOf(request);
  const typed = (await request.formData()).get("idempotencyKey");
  const idempotencyKey = typeof typed === "string" && /^[A-Za-z0-9-]{8,64}$/.test(typed) ? typed : crypto.randomUUID();
  if (asked.target === "") return data({ notice: { title: "", message: m.migration_choose_target() } }, 422);
  const started = await attempt(context, () =>
    context.dispatch.call(dataMigrationStart, { ...wishOf(asked), targetId: Number(asked.target), idempotencyKey }),
  );
  if (!started.ok) return data({ notice: noticeOfRefusal(started.refusal) }, started.refusal.status);
  return new Response(null, { status: 303, headers: { location: `${path}/${started.value.id}` } });
}

export default function NewMigration() {
  const { page, asked, errors, notice } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.migration_new()}</h1>
        <div className="toolbar">
          <Link className="button" to={path}>
            {m.migration_runs()}
          </Link>
        </div>
      </header>
      <FormNotice notice={answer?.notice ?? notice} />
      <p className="dim">
        {m.migration_lead()} {m.migration_left_out()}
      </p>
      <MigrationChoices page={page} asked={asked} errors={errors} />
      {page.planned && (
        <>
          <PlanTables
            heading={m.migration_dry_run_of({ from: page.from || m.migration_head_office(), to: page.to })}
            kinds={page.plan}
          />
          <Start />
        </>
      )}
    </div>
  );
}

function Start() {
  const { page, key, start } = useLoaderData<typeof loader>();
  const busy = useNavigation().state !== "idle";
  const sum = (of: "made" | "taken") => page.plan.reduce((all, { counts }) => all + counts[of], 0);
  const [made, taken] = [sum("made"), sum("taken")];
  if (made + taken === 0) return <p className="notice notice-warn">{m.migration_nothing_to_write()}</p>;
  return (
    <Permitted by={start}>
      <Form method="post" className="notice notice-warn">
        <input type="hidden" name="idempotencyKey" value={key} />
        <p>{m.migration_question({ to: page.to, made, taken })}</p>
        <div className="actions">
          <Link className="button" to={path}>
            {m.engine_cancel()}
          </Link>
          <button className="button button-primary" disabled={busy}>
            {m.migration_start()}
          </button>
        </div>
      </Form>
    </Permitted>
  );
}
