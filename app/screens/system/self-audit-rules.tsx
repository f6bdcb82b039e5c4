/** All rules of the self-audit (`/system/selfAudit/rules`): what each says, its last run, what it found; asked again here. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import type { Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import { mostOfRule, selfAudit, selfAuditRules, selfAuditRun } from "~/contract/platform/self-audit";
import { FormNotice } from "~/form/form-notice";
import { attempt, done, typedOf } from "~/form/submission.server";
import { mayPress } from "~/screens/rights.server";
import { Link } from "~/widgets/link";
import { TableFrame } from "~/widgets/table-frame";

const path = "/system/selfAudit/rules";
const button = "selfAudit:run";

export async function loader({ context }: LoaderFunctionArgs) {
  const { rules, running } = await context.dispatch.call(selfAuditRules, {});
  const broken = rules.filter(({ rows }) => rows > 0).length;
  return {
    // What does not hold is what somebody has come for.
    rows: [...rules]
      .sort((one, other) => Number(other.rows > 0) - Number(one.rows > 0))
      .map(({ rule, says, at, ms, rows, found }) => ({
        ...{ rule, says, found, broken: rows > 0 },
        at: at || m.audit_rule_never(),
        took: at && m.audit_rule_ms({ n: ms }),
        rows: at && numberOf(rows),
      })),
    findings: selfAudit.path,
    running,
    summary: m.audit_rule_summary({ n: rules.length, broken }),
    broken: broken > 0,
    mayRun: mayPress(context, button) && !running,
  };
}

function numberOf(rows: number): string {
  if (rows === 0) return m.audit_rule_none();
  return rows > mostOfRule ? m.audit_rule_more({ n: mostOfRule }) : m.audit_rule_n({ n: rows });
}

interface Answer {
  notice: Notice | null;
}

export async function action({ request, context }: ActionFunctionArgs) {
  if (!mayPress(context, button)) throw new Response(null, { status: 403 });
  const { rule } = typedOf(await request.formData());
  const begun = await attempt(context, () => context.dispatch.call(selfAuditRun, { rules: rule ? [rule] : [] }));
  if (begun.ok) return done(context, path, { text: m.audit_rule_started() });
  const { errors, notice, status } = begun.refusal;
  const wrong = errors.rules?.[0];
  return data({ notice: wrong ? { title: wrong, message: "" } : notice } satisfies Answer as Answer, status);
}

export const meta: MetaFunction = () => [{ title: m.audit_rules() }];

export default function SelfAuditRules() {
  const { rows, findings, running, summary, broken, mayRun } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as Answer | undefined;
  return (
    <Form method="post" className="page">
      <header className="page-head">
        <h1>{m.audit_rules()}</h1>
        <div className="toolbar">
          <Link className="button" to={findings}>
            {m.audit_words()}
          </Link>
          {mayRun && <button className="button button-primary">{m.audit_rule_check_all()}</button>}
        </div>
      </header>
      <FormNotice notice={answer?.notice} />
      <p>{m.audit_rules_lead()}</p>
      {running ? (
        <p className="notice" role="status">
          {m.audit_rule_running()}
        </p>
      ) : (
        <p className={broken ? "notice notice-warn" : "notice"}>{summary}</p>
      )}
      <TableFrame label={m.audit_rules()}>
        <table className="table">
          <caption className="visually-hidden">{m.audit_rules()}</caption>
          <thead>
            <tr>
              <th scope="col">{m.audit_rule()}</th>
              <th scope="col" className="num">
                {m.audit_rule_found()}
              </th>
              <th scope="col">{m.audit_rule_at()}</th>
              <th scope="col" className="num">
                {m.audit_rule_took()}
              </th>
              {mayRun && <th scope="col">{m.engine_actions()}</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.rule}>
                <th scope="row">
                  {row.says}
                  {row.found.length > 0 && (
                    <ul>
                      {row.found.map((words) => (
                        <li key={words}>{words}</li>
                      ))}
                    </ul>
                  )}
                </th>
                <td className="num">{row.broken ? <span className="badge badge-bad">{row.rows}</span> : row.rows}</td>
                <td className="whole">{row.at}</td>
                <td className="num">{row.took}</td>
                {mayRun && (
                  <td className="cell-actions">
                    <button className="link-button" name="rule" value={row.rule}>
                      {m.audit_rule_check()} <span className="visually-hidden">{row.says}</span>
                    </button>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </Form>
  );
}
