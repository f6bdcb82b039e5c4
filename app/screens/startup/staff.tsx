/** The fourth step (`/guideFour`): accounts of the first staff, with passwords that are shown once. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { type StaffRole, staffRoles, startUpStaff } from "~/contract/startup/start-up";
import { headOffice } from "~/contract/wire";
import type { Typed } from "~/form/submission.server";
import { TableFrame } from "~/widgets/table-frame";
import { CellInput } from "./cell-input";
import { FirstPasswords } from "./first-passwords";
import { loadGuide, readPost, refuse, saveStep } from "./guide.server";
import { GuideButtons, GuideFrame } from "./guide-frame";

export const meta: MetaFunction = () => [{ title: m.startup_staff_title() }];

/** Who a small park has. */
const proposedRoles: readonly StaffRole[] = ["seller", "seller", "gatekeeper", "finance", "manager"];

export async function loader({ context }: LoaderFunctionArgs) {
  const { standing, head, key } = await loadGuide(context, "staff");
  const taken = new Set(standing.people.map(({ accName }) => accName.toLowerCase()));
  const rows = proposedRoles.map((role) => {
    let n = 1;
    while (taken.has(`${role}${n}`)) n += 1;
    taken.add(`${role}${n}`);
    return { role, accName: `${role}${n}` };
  });
  return {
    ...{ head, key, rows },
    roles: standing.roles.map(({ key: value, name }) => ({ value, label: name })),
    people: standing.people.map(({ name, accName, roles }) => ({ name, accName, roles })),
  };
}

/** Rows with something typed beside what was proposed. */
function readPeople(typed: Typed) {
  const errors: FieldErrors = {};
  const people = proposedRoles.flatMap((_, place) => {
    const text = (name: string) => (typed[`${name}.${place}`] ?? "").trim();
    const [name, mobile] = [text("name"), text("mobile")];
    if (name === "" && mobile === "") return [];
    if (name === "") errors[`name.${place}`] = [m.v_enter({ label: m.startup_staff_name() })];
    if (text("accName") === "") errors[`accName.${place}`] = [m.v_enter({ label: m.startup_staff_account() })];
    const role = staffRoles.find((one) => one === text("role")) ?? "seller";
    return [{ place, person: { role, accName: text("accName"), name, mobile } }];
  });
  return { people, errors };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { typed, left } = await readPost(request, context, "staff");
  if (left) return left;
  const { people, errors } = readPeople(typed);
  if (people.length === 0) return refuse(typed, {}, m.startup_staff_none());
  if (Object.keys(errors).length > 0) return refuse(typed, errors);
  const corpCode = context.user?.corpCode ?? "";
  return saveStep(
    context,
    typed,
    () => context.dispatch.call(startUpStaff, { people: people.map(({ person }) => person) }),
    // The answer to the post is the page that shows them: no address leads back to the passwords.
    (done) => data({ done, signIn: `${context.origin}/login`, corpCode: corpCode === headOffice ? "" : corpCode }),
    (path) => path.replace(/^people\.(\d+)\.(\w+)$/, (_, at, name) => `${name}.${people[Number(at)]?.place ?? at}`),
  );
}

export default function GuideStaff() {
  const { head, key, rows, roles, people } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  if (answered && "done" in answered)
    return (
      <GuideFrame head={head} title={m.startup_staff_title()}>
        <FirstPasswords {...answered} next={head.next} />
      </GuideFrame>
    );
  const again = answered && "typed" in answered ? answered : undefined;
  return (
    <GuideFrame head={head} title={m.startup_staff_title()} answered={again}>
      <section className="panel">
        <p className="dim">{m.startup_staff_help()}</p>
        <Form method="post" noValidate key={rows.map(({ accName }) => accName).join(" ")}>
          <input type="hidden" name="idempotencyKey" value={again?.key ?? key} />
          <PeopleTable {...{ rows, roles }} typed={again?.typed} errors={again?.errors ?? {}} />
          <GuideButtons head={head} save={m.startup_staff_save()} />
        </Form>
      </section>
      {people.length > 0 && (
        <section className="panel">
          <h2>{m.startup_stands_staff({ n: people.length })}</h2>
          <ul className="guide-parts">
            {people.map(({ name, accName, roles: held }) => (
              <li key={accName}>
                <span>
                  {name} <small className="dim">{[accName, held].filter(Boolean).join(" · ")}</small>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </GuideFrame>
  );
}

interface PeopleProps {
  rows: { role: StaffRole; accName: string }[];
  roles: { value: string; label: string }[];
  typed: Typed | undefined;
  errors: FieldErrors;
}

function PeopleTable({ rows, roles, typed, errors }: PeopleProps) {
  const cell = (place: number, name: string, label: string, byDefault: string) => ({
    ...{ errors, name: `${name}.${place}` },
    label: `${m.startup_staff_row({ n: place + 1 })} ${label}`,
    defaultValue: typed?.[`${name}.${place}`] ?? byDefault,
  });
  return (
    <TableFrame label={m.startup_staff_title()}>
      <table className="table guide-table">
        <caption className="visually-hidden">{m.startup_staff_title()}</caption>
        <thead>
          <tr>
            <th scope="col">{m.startup_staff_name()}</th>
            <th scope="col">{m.startup_staff_role()}</th>
            <th scope="col">{m.startup_staff_account()}</th>
            <th scope="col">{m.startup_staff_mobile()}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ role, accName }, place) => (
            <tr key={accName}>
              <td>
                <CellInput
                  {...cell(place, "name", m.startup_staff_name(), "")}
                  maxLength={40}
                  autoFocus={place === 0}
                />
              </td>
              <td>
                <select
                  className="input"
                  name={`role.${place}`}
                  aria-label={`${m.startup_staff_row({ n: place + 1 })} ${m.startup_staff_role()}`}
                  defaultValue={typed?.[`role.${place}`] ?? role}
                  aria-invalid={errors[`role.${place}`] ? true : undefined}
                  aria-describedby={errors[`role.${place}`] ? `role.${place}-wrong` : undefined}
                >
                  {roles.map(({ value, label }) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </select>
                {errors[`role.${place}`] && (
                  <span className="field-error" id={`role.${place}-wrong`}>
                    {errors[`role.${place}`]?.[0]}
                  </span>
                )}
              </td>
              <td>
                <CellInput
                  {...cell(place, "accName", m.startup_staff_account(), accName)}
                  maxLength={40}
                  autoCapitalize="none"
                  spellCheck={false}
                />
              </td>
              <td>
                <CellInput {...cell(place, "mobile", m.startup_staff_mobile(), "")} type="tel" maxLength={11} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}
