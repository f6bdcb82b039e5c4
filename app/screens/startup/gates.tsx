/** The third step (`/guideThree`): windows with their points of sale, and gates. */
import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { startUpGates } from "~/contract/startup/start-up";
import type { Typed } from "~/form/submission.server";
import { CellInput } from "./cell-input";
import { loadGuide, named, parkOf, readPost, refuse, saveStep } from "./guide.server";
import { GuideButtons, GuideFrame, GuideLeave, ParkChoice, ParkFirst } from "./guide-frame";

export const meta: MetaFunction = () => [{ title: m.startup_gates_title() }];

/** At once; more are made by another press. */
const most = 20;

/** Names that nothing of the park has: 1号窗口, 2号窗口 and so on. */
function proposed(count: number, known: readonly string[], name: (n: number) => string): string[] {
  const names: string[] = [];
  for (let n = 1; names.length < count; n += 1) if (!known.includes(name(n))) names.push(name(n));
  return names;
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { standing, head, key } = await loadGuide(context, "gates");
  const query = new URL(request.url).searchParams;
  const park = parkOf(request, standing, (id) => standing.windows.every(({ parkId }) => parkId !== id));
  const namesOf = (rows: { parkId: number; name: string }[]) =>
    rows.filter(({ parkId }) => parkId === park?.id).map(({ name }) => name);
  const stand = { windows: namesOf(standing.windows), gates: namesOf(standing.gates) };
  const asked = (name: "windows" | "gates") => {
    const text = query.get(name) ?? "";
    return /^\d{1,2}$/.test(text) ? Math.min(most, Number(text)) : stand[name].length === 0 ? 2 : 0;
  };
  return {
    ...{ head, key, park },
    parks: standing.parks,
    stand: { windows: named(stand.windows), gates: named(stand.gates) },
    windows: proposed(asked("windows"), stand.windows, (n) => m.startup_window_n({ n })),
    gates: proposed(asked("gates"), stand.gates, (n) => m.startup_gate_n({ n })),
  };
}

const namesIn = (typed: Typed, field: "window" | "gate") =>
  Array.from({ length: most }, (_, place) => ({ place, name: (typed[`${field}.${place}`] ?? "").trim() })).filter(
    ({ name }) => name !== "",
  );

export async function action({ request, context }: ActionFunctionArgs) {
  const { typed, left } = await readPost(request, context, "gates");
  if (left) return left;
  const [windows, gates] = [namesIn(typed, "window"), namesIn(typed, "gate")];
  if (windows.length + gates.length === 0) return refuse(typed, {}, m.startup_gates_none());
  const names = (rows: { name: string }[]) => rows.map(({ name }) => name);
  return saveStep(
    context,
    typed,
    (idempotencyKey) =>
      context.dispatch.call(startUpGates, {
        ...{ idempotencyKey, parkId: Number(typed.park) },
        ...{ windows: names(windows), gates: names(gates) },
      }),
    () => redirect("/guideFour", 303),
    (path) =>
      path.replace(/^(window|gate)s\.(\d+)\.?$/, (_, kind, at) => {
        const rows = kind === "window" ? windows : gates;
        return `${kind}.${rows[Number(at)]?.place ?? at}`;
      }),
  );
}

export default function GuideGates() {
  const { head, key, park, parks, stand, windows, gates } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const again = answered && "typed" in answered ? answered : undefined;
  if (!park)
    return (
      <GuideFrame head={head} title={m.startup_gates_title()}>
        <ParkFirst />
        <GuideLeave head={head} />
      </GuideFrame>
    );
  const { typed, errors = {} } = again ?? {};
  return (
    <GuideFrame head={head} title={m.startup_gates_title()} answered={again}>
      <ParkChoice parks={parks} park={park.id} path="/guideThree" />
      <section className="panel">
        <h2>{park.name}</h2>
        <p className="dim">{m.startup_gates_help()}</p>
        {(stand.windows || stand.gates) && (
          <dl className="facts">
            <div>
              <dt>{m.startup_windows()}</dt>
              <dd>{stand.windows || m.startup_none_yet()}</dd>
            </div>
            <div>
              <dt>{m.startup_gates()}</dt>
              <dd>{stand.gates || m.startup_none_yet()}</dd>
            </div>
          </dl>
        )}
        <Form method="post" noValidate key={`${park.id} ${windows} ${gates}`}>
          <input type="hidden" name="idempotencyKey" value={again?.key ?? key} />
          <input type="hidden" name="park" value={park.id} />
          <div className="form-grid">
            <Names
              title={m.startup_windows()}
              field="window"
              names={windows}
              label={(n) => m.startup_window_name({ n })}
              {...{ typed, errors }}
            />
            <Names
              title={m.startup_gates()}
              field="gate"
              names={gates}
              label={(n) => m.startup_gate_name({ n })}
              {...{ typed, errors }}
            />
          </div>
          <GuideButtons head={head} save={windows.length + gates.length > 0 ? m.startup_save_next() : null} />
        </Form>
      </section>
      <Form method="get" action="/guideThree" className="filters panel" key={`count ${park.id}`}>
        <input type="hidden" name="park" value={park.id} />
        <Count name="windows" label={m.startup_windows_n()} value={windows.length} />
        <Count name="gates" label={m.startup_gates_n()} value={gates.length} />
        <button className="button">{m.startup_gates_count()}</button>
      </Form>
    </GuideFrame>
  );
}

interface NamesProps {
  title: string;
  field: "window" | "gate";
  names: string[];
  label: (n: number) => string;
  typed: Typed | undefined;
  errors: FieldErrors;
}

function Names({ title, field, names, label, typed, errors }: NamesProps) {
  if (names.length === 0) return null;
  return (
    <table className="table guide-table">
      <thead>
        <tr>
          <th scope="col">{title}</th>
        </tr>
      </thead>
      <tbody>
        {names.map((name, place) => (
          <tr key={name}>
            <td>
              <CellInput
                name={`${field}.${place}`}
                label={label(place + 1)}
                errors={errors}
                maxLength={60}
                defaultValue={typed?.[`${field}.${place}`] ?? name}
                autoFocus={field === "window" && place === 0}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Count({ name, label, value }: { name: string; label: string; value: number }) {
  return (
    <div className="field">
      <label htmlFor={`guide-${name}`}>{label}</label>
      <input className="input" type="number" min={0} max={most} id={`guide-${name}`} name={name} defaultValue={value} />
    </div>
  );
}
