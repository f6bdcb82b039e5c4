/** Personal data (`/system/personalData`): what they are kept for, where and for how long, what is due, and what was destroyed. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import type { FieldErrors, Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import { mostDue, personalData, personalDataErase } from "~/contract/platform/personal-data";
import { purposesOfPersonalData } from "~/contract/platform/personal-purposes";
import { FormNotice } from "~/form/form-notice";
import { attempt, done, typedOf } from "~/form/submission.server";
import { mayOpen, mayPress } from "~/screens/rights.server";
import { Link } from "~/widgets/link";
import { TableFrame } from "~/widgets/table-frame";

const path = "/system/personalData";

export async function loader({ context }: LoaderFunctionArgs) {
  const { purposes, kept, running, tokens } = await context.dispatch.call(personalData, {});
  const due = purposes.reduce((sum, one) => sum + one.due, 0);
  return {
    rows: purposes.map(({ purpose, days, least, where, more, ...one }) => {
      const { title, counts, parameter } = purposesOfPersonalData[purpose];
      return {
        ...{ purpose, days, erased: one.erased, isDue: one.due > 0 },
        ...{
          title: title(),
          counts: counts(),
          least: m.personal_least({ n: least }),
          where: where.join(m.did_list_sep()),
        },
        due: more ? m.personal_more({ n: Math.max(one.due, mostDue) }) : String(one.due),
        lastAt: one.lastAt || m.personal_never(),
        change: `/system/paramList?paramCode=${parameter}`,
      };
    }),
    ...{ kept, running, tokens, due },
    mayErase: mayPress(context, "personalData:erase") && !running && due > 0,
    maySet: mayOpen(context, "paramList"),
    seesTasks: mayOpen(context, "scheduleTaskList"),
    mayErasePerson: mayPress(context, "personalData:person"),
  };
}

interface Answer {
  errors: FieldErrors;
  notice: Notice | null;
}

export async function action({ request, context }: ActionFunctionArgs) {
  if (!mayPress(context, "personalData:erase")) throw new Response(null, { status: 403 });
  const { sure } = typedOf(await request.formData());
  if (sure !== "T")
    return data({ errors: { sure: [m.personal_v_sure()] }, notice: null } satisfies Answer as Answer, 422);
  const begun = await attempt(context, () => context.dispatch.call(personalDataErase, { sure }));
  if (begun.ok) return done(context, path, { text: m.personal_started() });
  const { errors, notice, status } = begun.refusal;
  return data({ errors, notice } satisfies Answer as Answer, status);
}

export const meta: MetaFunction = () => [{ title: m.personal_title() }];

export default function PersonalData() {
  const loaded = useLoaderData<typeof loader>();
  const { rows, kept, running, tokens, due, mayErase, maySet, seesTasks, mayErasePerson } = loaded;
  const answer = useActionData<typeof action>() as Answer | undefined;
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.personal_title()}</h1>
        {(seesTasks || mayErasePerson) && (
          <div className="toolbar">
            {mayErasePerson && (
              <Link className="button" to={`${path}/person`}>
                {m.personal_person()}
              </Link>
            )}
            {seesTasks && (
              <Link className="button" to="/schedule/taskList">
                {m.personal_task()}
              </Link>
            )}
          </div>
        )}
      </header>
      <FormNotice notice={answer?.notice} />
      <p>{m.personal_lead()}</p>
      {!tokens && <p className="notice notice-warn">{m.personal_no_key()}</p>}
      {running ? (
        <p className="notice" role="status">
          {m.personal_running()}
        </p>
      ) : due === 0 ? (
        <p className="notice notice-good">{m.personal_nothing()}</p>
      ) : (
        mayErase && <EraseNow error={answer?.errors.sure?.[0]} />
      )}
      <Purposes rows={rows} maySet={maySet} />
      <section className="panel">
        <h2>{m.personal_kept_title()}</h2>
        <ul>
          {kept.map(({ what, why }) => (
            <li key={what}>
              <strong>{what}</strong> <span className="dim">{why}</span>
            </li>
          ))}
        </ul>
      </section>
      <section className="panel">
        <h2>{m.personal_copies_title()}</h2>
        <ul>
          <li>{m.personal_copies_audit()}</li>
          <li>{m.personal_copies_short()}</li>
          <li>{m.personal_copies_backups()}</li>
          <li>{m.personal_copies_free()}</li>
        </ul>
      </section>
    </div>
  );
}

interface Row {
  purpose: string;
  title: string;
  counts: string;
  days: number;
  least: string;
  where: string;
  due: string;
  isDue: boolean;
  erased: number;
  lastAt: string;
  change: string;
}

function Purposes({ rows, maySet }: { rows: Row[]; maySet: boolean }) {
  return (
    <TableFrame label={m.personal_title()}>
      <table className="table">
        <caption className="visually-hidden">{m.personal_title()}</caption>
        <thead>
          <tr>
            <th scope="col">{m.personal_purpose()}</th>
            <th scope="col" className="num">
              {m.personal_due()}
            </th>
            <th scope="col" className="num">
              {m.personal_days()}
            </th>
            <th scope="col">{m.personal_counts()}</th>
            <th scope="col">{m.personal_where()}</th>
            <th scope="col" className="num">
              {m.personal_taken()}
            </th>
            <th scope="col">{m.personal_last()}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.purpose}>
              <th scope="row">{row.title}</th>
              <td className="num">
                <span className={`badge badge-${row.isDue ? "warn" : "calm"}`}>{row.due}</span>
              </td>
              <td className="num">
                {maySet ? (
                  <Link to={row.change}>
                    {row.days}
                    <span className="visually-hidden">{` ${m.personal_change_days()} ${row.title}`}</span>
                  </Link>
                ) : (
                  row.days
                )}
                <br />
                <small className="dim">{row.least}</small>
              </td>
              <td>{row.counts}</td>
              <td>{row.where}</td>
              <td className="num">{row.erased}</td>
              <td>{row.lastAt}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

function EraseNow({ error }: { error: string | undefined }) {
  return (
    <Form method="post" className="panel" noValidate>
      <p className="field">
        <label>
          <input
            type="checkbox"
            name="sure"
            value="T"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? "sure-error" : undefined}
          />{" "}
          {m.personal_sure()}
        </label>
        {error && (
          <span id="sure-error" className="field-error">
            {error}
          </span>
        )}
      </p>
      <div className="actions">
        <button className="button button-danger">{m.personal_now()}</button>
      </div>
    </Form>
  );
}
