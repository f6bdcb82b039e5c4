/** One person's data at their request (`/system/personalData/person`): find them by number, see what stands in the way, erase. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData } from "@remix-run/react";
import type { FieldErrors, Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import type { AnswerOf } from "~/contract/method";
import { personalPerson, personalPersonErase } from "~/contract/platform/personal-person";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import { attempt, done, type Typed, typedOf } from "~/form/submission.server";
import { mayPress } from "~/screens/rights.server";
import { Link } from "~/widgets/link";
import { TableFrame } from "~/widgets/table-frame";

export const handle = { menu: "/system/personalData" };

const path = "/system/personalData";

export function loader({ context }: LoaderFunctionArgs) {
  if (!mayPress(context, "personalData:person")) throw new Response(null, { status: 403 });
  return null;
}

interface Answer {
  typed: Typed;
  errors: FieldErrors;
  notice: Notice | null;
  found: AnswerOf<typeof personalPerson> | null;
}

/** Numbers of people go in a body and stand in no address. */
export async function action({ request, context }: ActionFunctionArgs) {
  const typed = typedOf(await request.formData());
  const { identity = "", mobile = "", name = "", records = "", sure } = typed;
  const asked = { identity, mobile, name };
  const answer = (status: number, rest: Partial<Answer>) =>
    data({ typed: asked, errors: {}, notice: null, found: null, ...rest } satisfies Answer as Answer, status);
  const look = () => attempt(context, () => context.dispatch.call(personalPerson, asked));
  if (typed.intent !== "erase") {
    const looked = await look();
    if (looked.ok) return answer(200, { found: looked.value });
    const { errors, notice, status } = looked.refusal;
    return answer(status, { errors, notice });
  }
  const refused = async (status: number, rest: Partial<Answer>) => {
    const looked = await look();
    return answer(status, { ...rest, found: looked.ok ? looked.value : null });
  };
  if (sure !== "T") return refused(422, { errors: { sure: [m.personal_v_sure()] } });
  const erased = await attempt(context, () => context.dispatch.call(personalPersonErase, { ...asked, records, sure }));
  if (erased.ok) return done(context, path, { text: m.personal_person_done({ n: erased.value.records }) });
  const { errors, notice, status } = erased.refusal;
  return refused(status, { errors, notice });
}

export const meta: MetaFunction = () => [{ title: m.personal_person() }];

export default function PersonalPerson() {
  const answer = useActionData<typeof action>() as Answer | undefined;
  const { typed = {}, errors = {}, found = null } = answer ?? {};
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.personal_person()}</h1>
        <div className="toolbar">
          <Link className="button" to={path}>
            {m.engine_back()}
          </Link>
        </div>
      </header>
      <FormNotice notice={answer?.notice} />
      <p>{m.personal_person_lead()}</p>
      <p className="notice notice-warn">{m.personal_person_proof()}</p>
      <Form method="post" className="panel" noValidate autoComplete="off">
        <div className="form-grid">
          <Field
            name="identity"
            label={m.personal_person_identity()}
            help={m.personal_person_number_help()}
            errors={errors.identity}
          >
            <input className="input" maxLength={60} defaultValue={typed.identity ?? ""} />
          </Field>
          <Field name="mobile" label={m.personal_person_mobile()} errors={errors.mobile}>
            <input className="input" inputMode="tel" maxLength={30} defaultValue={typed.mobile ?? ""} />
          </Field>
          <Field name="name" label={m.personal_person_name()} help={m.personal_person_name_help()} errors={errors.name}>
            <input className="input" maxLength={60} defaultValue={typed.name ?? ""} />
          </Field>
        </div>
        <div className="actions">
          <button className="button button-primary" name="intent" value="look">
            {m.personal_person_look()}
          </button>
        </div>
      </Form>
      {found && <Found found={found} typed={typed} error={errors.sure?.[0]} />}
      <section className="panel">
        <h2>{m.personal_person_rest()}</h2>
        <ul>
          <li>{m.personal_person_rest_audit()}</li>
          <li>{m.personal_person_rest_free()}</li>
        </ul>
      </section>
    </div>
  );
}

interface FoundProps {
  found: AnswerOf<typeof personalPerson>;
  typed: Typed;
  error: string | undefined;
}

function Found({ found: { kinds, stands, records }, typed, error }: FoundProps) {
  if (records === 0)
    return (
      <p className="notice" role="status">
        {m.personal_person_none()}
      </p>
    );
  return (
    <section aria-labelledby="person-found">
      <h2 id="person-found">{m.personal_person_found()}</h2>
      {kinds.length > 0 && <Kinds kinds={kinds} />}
      {stands.length > 0 ? (
        <div className="notice notice-bad" role="status">
          <strong>{m.personal_person_standing()}</strong>
          <ul>
            {stands.map(({ what, records: n, numbers }) => (
              <li key={what}>
                {m.personal_person_stand({ what, n })}
                {numbers.length > 0 && m.personal_person_numbers({ numbers: numbers.join(m.did_list_sep()) })}
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <EraseThem typed={typed} records={records} error={error} />
      )}
    </section>
  );
}

function Kinds({ kinds }: Pick<FoundProps["found"], "kinds">) {
  return (
    <TableFrame label={m.personal_person_found()}>
      <table className="table">
        <caption className="visually-hidden">{m.personal_person_found()}</caption>
        <thead>
          <tr>
            <th scope="col">{m.personal_person_kind()}</th>
            <th scope="col" className="num">
              {m.personal_person_records()}
            </th>
            <th scope="col" className="num">
              {m.personal_person_within()}
            </th>
          </tr>
        </thead>
        <tbody>
          {kinds.map(({ what, records, within, least, more }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td className="num">{more ? m.personal_person_more({ n: records }) : records}</td>
              <td className="num">{within > 0 ? m.personal_person_least({ n: within, days: least }) : 0}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

function EraseThem({ typed, records, error }: { typed: Typed; records: number; error: string | undefined }) {
  return (
    <Form method="post" className="panel" noValidate>
      {(["identity", "mobile", "name"] as const).map((name) => (
        <input key={name} type="hidden" name={name} value={typed[name] ?? ""} />
      ))}
      <input type="hidden" name="records" value={records} />
      <p className="field">
        <label>
          <input
            type="checkbox"
            name="sure"
            value="T"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? "sure-error" : undefined}
          />{" "}
          {m.personal_person_sure({ n: records })}
        </label>
        {error && (
          <span id="sure-error" className="field-error">
            {error}
          </span>
        )}
      </p>
      <div className="actions">
        <button className="button button-danger" name="intent" value="erase">
          {m.personal_person_now()}
        </button>
      </div>
    </Form>
  );
}
