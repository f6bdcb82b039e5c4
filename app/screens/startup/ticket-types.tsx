/** The second step (`/guideTwo`): ticket types from the template of a usual park, in one table. */
import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { formatYuan, parseYuan } from "~/contract/money";
import { startUpTypes } from "~/contract/startup/start-up";
import { codeIn, type ParkTemplate, parkTemplates, typeKeys } from "~/contract/startup/templates";
import type { Typed } from "~/form/submission.server";
import { Link } from "~/widgets/link";
import { TableFrame } from "~/widgets/table-frame";
import { CellInput } from "./cell-input";
import { loadGuide, parkOf, readPost, refuse, saveStep } from "./guide.server";
import { GuideButtons, GuideFrame, GuideLeave, ParkChoice, ParkFirst } from "./guide-frame";

export const meta: MetaFunction = () => [{ title: m.startup_types_title() }];

const isTemplate = (kind: string): kind is ParkTemplate => Object.hasOwn(parkTemplates, kind);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { standing, head, key } = await loadGuide(context, "types");
  const park = parkOf(request, standing, (id) => standing.types.every(({ parkId }) => parkId !== id));
  const asked = new URL(request.url).searchParams.get("kind") ?? "";
  const kind: ParkTemplate = isTemplate(asked) ? asked : "scenic";
  const own = standing.types.filter(({ parkId }) => parkId === park?.id);
  const rows = parkTemplates[kind].types.map(({ key: one, name, price }) => {
    const code = park ? codeIn(park, one).toUpperCase() : "";
    const made = own.find((type) => type.code.toUpperCase() === code);
    return {
      key: one,
      name: name(),
      price: String(price),
      made: made ? { ...made, price: formatYuan(made.price) } : null,
    };
  });
  const codes = rows.flatMap(({ made }) => (made ? [made.id] : []));
  return {
    ...{ head, key, park, rows },
    parks: standing.parks,
    others: own
      .filter(({ id }) => !codes.includes(id))
      .map(({ id, name, price }) => ({ id, name, price: formatYuan(price) })),
    kinds: Object.entries(parkTemplates).map(([value, { name }]) => ({
      label: name(),
      to: `/guideTwo?${new URLSearchParams({ ...(park && { park: String(park.id) }), kind: value })}`,
      now: value === kind,
    })),
  };
}

/** The ticked rows. */
function readTypes(typed: Typed) {
  const errors: FieldErrors = {};
  const types = typeKeys.flatMap((key) => {
    if (!(`take.${key}` in typed)) return [];
    const name = (typed[`name.${key}`] ?? "").trim();
    const price = parseYuan(typed[`price.${key}`] ?? "");
    if (name === "") errors[`name.${key}`] = [m.v_enter({ label: m.name() })];
    if (price === null) errors[`price.${key}`] = [m.v_number()];
    return [{ key, name, price: price ?? 0 }];
  });
  return { types, errors };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { typed, left } = await readPost(request, context, "types");
  if (left) return left;
  const { types, errors } = readTypes(typed);
  if (types.length === 0) return refuse(typed, {}, m.startup_types_none());
  if (Object.keys(errors).length > 0) return refuse(typed, errors);
  const parkId = Number(typed.park);
  return saveStep(
    context,
    typed,
    (idempotencyKey) => context.dispatch.call(startUpTypes, { idempotencyKey, parkId, types }),
    () => redirect(`/guideThree?park=${parkId}`, 303),
    (path) => path.replace(/^types\.(\d+)\.(name|price)$/, (_, place, name) => `${name}.${types[Number(place)]?.key}`),
  );
}

type View = Awaited<ReturnType<typeof loader>>;

export default function GuideTypes() {
  const { head, key, park, parks, kinds, rows, others } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const again = answered && "typed" in answered ? answered : undefined;
  if (!park)
    return (
      <GuideFrame head={head} title={m.startup_types_title()}>
        <ParkFirst />
        <GuideLeave head={head} />
      </GuideFrame>
    );
  return (
    <GuideFrame head={head} title={m.startup_types_title()} answered={again}>
      <ParkChoice parks={parks} park={park.id} path="/guideTwo" />
      <section className="panel">
        <p className="dim">{m.startup_types_help()}</p>
        <nav className="state-tabs" aria-label={m.startup_kinds()}>
          {kinds.map(({ label, to, now }) => (
            <Link key={label} to={to} aria-current={now ? "page" : undefined}>
              {label}
            </Link>
          ))}
        </nav>
        <Form method="post" noValidate key={`${park.id} ${rows.map(({ price }) => price)}`}>
          <input type="hidden" name="idempotencyKey" value={again?.key ?? key} />
          <input type="hidden" name="park" value={park.id} />
          <Table rows={rows} typed={again?.typed} errors={again?.errors ?? {}} park={park.name} />
          <GuideButtons head={head} save={rows.some(({ made }) => made === null) ? m.startup_types_save() : null} />
        </Form>
        {others.length > 0 && (
          <p className="dim">
            {m.startup_type_stands()}: {others.map(({ name, price }) => `${name} ¥${price}`).join(m.did_list_sep())}
          </p>
        )}
      </section>
    </GuideFrame>
  );
}

interface Shown {
  rows: View["rows"];
  typed: Typed | undefined;
  errors: FieldErrors;
  park: string;
}

function Table({ rows, typed, errors, park }: Shown) {
  const first = rows.find(({ made }) => made === null)?.key;
  return (
    <TableFrame label={m.startup_types_title()}>
      <table className="table guide-table">
        <caption className="visually-hidden">{park}</caption>
        <thead>
          <tr>
            <th scope="col">{m.startup_type_take()}</th>
            <th scope="col">{m.startup_type_name()}</th>
            <th scope="col" className="num">
              {m.startup_type_price()}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, price, made }) => (
            <tr key={key}>
              <td>
                {made ? (
                  <span className="badge badge-good">{m.startup_type_stands()}</span>
                ) : (
                  <input
                    type="checkbox"
                    name={`take.${key}`}
                    aria-label={m.startup_type_take_name({ name })}
                    defaultChecked={typed ? `take.${key}` in typed : true}
                  />
                )}
              </td>
              <td>
                {made ? (
                  made.name
                ) : (
                  <CellInput
                    name={`name.${key}`}
                    label={m.startup_type_name_of({ name })}
                    errors={errors}
                    maxLength={60}
                    defaultValue={typed?.[`name.${key}`] ?? name}
                  />
                )}
              </td>
              <td className="num">
                {made ? (
                  made.price
                ) : (
                  <CellInput
                    className="input num"
                    name={`price.${key}`}
                    label={m.startup_type_price_of({ name })}
                    errors={errors}
                    inputMode="decimal"
                    size={8}
                    defaultValue={typed?.[`price.${key}`] ?? price}
                    autoFocus={key === first}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}
