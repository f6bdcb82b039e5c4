/** Where a number is and what became of it (`/manage/storelist/serials`); or the ranges of an item or a warehouse. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { stockSerials } from "~/contract/stock/where";
import { labelOf, loadLabels } from "~/screens/labels.server";
import { Link } from "~/widgets/link";
import { TableFrame } from "~/widgets/table-frame";

const path = "/manage/storelist/serials";
const idText = /^[1-9]\d{0,14}$/;

export const handle = { menu: path };
export const meta: MetaFunction = () => [{ title: m.stock_where() }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const [serial, item, store] = ["serial", "itemId", "storeId"].map((name) => (query.get(name) ?? "").trim()) as [
    string,
    string,
    string,
  ];
  const asked = {
    serial: serial.slice(0, 30),
    ...(idText.test(item) && { itemId: Number(item) }),
    ...(idText.test(store) && { storeId: Number(store) }),
  };
  const [answer, labels] = await Promise.all([
    context.dispatch.call(stockSerials, asked),
    loadLabels(context, "stockSerialState", "stockSerialEvent"),
  ]);
  const stated = <R extends { state: string }>(range: R) => ({
    ...range,
    state: labelOf(labels, "stockSerialState", range.state),
  });
  return {
    ...answer,
    asked: { serial: asked.serial, itemId: item, storeId: store },
    found: answer.found && stated(answer.found),
    ranges: answer.ranges.map(stated),
    history: answer.history.map((row) => ({ ...row, kind: labelOf(labels, "stockSerialEvent", row.kind) })),
  };
}

type View = Awaited<ReturnType<typeof loader>>;

export default function Serials() {
  const view = useLoaderData<typeof loader>();
  const { asked, found, history, ranges, more } = view;
  const listed = asked.serial === "" && (asked.itemId !== "" || asked.storeId !== "");
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.stock_where()}</h1>
      </header>
      <Search view={view} />
      {asked.serial === "" && !listed && <p className="notice">{m.stock_where_help()}</p>}
      {asked.serial !== "" && (
        <section className="panel">
          {found ? <Ranges ranges={[found]} /> : <p className="empty">{m.stock_where_unknown()}</p>}
        </section>
      )}
      {history.length > 0 && <History serial={asked.serial} history={history} />}
      {listed && (
        <section className="panel">
          {more && (
            <p className="notice notice-warn" role="status">
              {m.stock_where_more({ n: ranges.length })}
            </p>
          )}
          {ranges.length === 0 ? <p className="empty">{m.stock_where_none()}</p> : <Ranges ranges={ranges} />}
        </section>
      )}
    </div>
  );
}

function Search({ view: { asked, items, stores } }: { view: View }) {
  const choices = [
    { name: "itemId", label: m.stock_item(), all: m.stock_all_items(), options: items, value: asked.itemId },
    { name: "storeId", label: m.stock_store(), all: m.stock_all_stores(), options: stores, value: asked.storeId },
  ];
  return (
    <Form method="get" action={path} className="filters panel no-print" role="search" key={JSON.stringify(asked)}>
      <div className="field">
        <label htmlFor="stock-serial">{m.stock_where_serial()}</label>
        <input
          className="input"
          id="stock-serial"
          name="serial"
          maxLength={30}
          autoComplete="off"
          autoFocus
          defaultValue={asked.serial}
        />
      </div>
      {choices.map(({ name, label, all, options, value }) => (
        <div className="field" key={name}>
          <label htmlFor={`stock-${name}`}>{label}</label>
          <select className="input" id={`stock-${name}`} name={name} defaultValue={value}>
            <option value="">{all}</option>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        </div>
      ))}
      <button className="button button-primary">{m.engine_filter()}</button>
    </Form>
  );
}

function Ranges({ ranges }: { ranges: View["ranges"] }) {
  return (
    <TableFrame label={m.stock_where()}>
      <table className="table table-cards">
        <caption className="visually-hidden">{m.stock_where()}</caption>
        <Heads
          heads={[
            ...[m.stock_serials(), m.stock_item(), m.stock_where_state(), m.stock_store()],
            ...[m.stock_roll(), m.stock_roll_seller(), m.stock_quantity(), m.stock_where_moved()],
          ]}
        />
        <tbody>
          {ranges.map((range) => (
            <tr key={range.item + range.first}>
              <th scope="row">{range.first === range.last ? range.first : `${range.first}-${range.last}`}</th>
              <td data-label={m.stock_item()}>{range.item}</td>
              <td data-label={m.stock_where_state()}>{range.state}</td>
              <td data-label={m.stock_store()}>{range.store}</td>
              <td data-label={m.stock_roll()}>
                {range.rollId !== null && <Link to={`/manage/storelist/rolls/${range.rollId}`}>{range.roll}</Link>}
              </td>
              <td data-label={m.stock_roll_seller()}>{range.seller}</td>
              <td data-label={m.stock_quantity()} className="num">
                {range.pieces}
              </td>
              <td data-label={m.stock_where_moved()}>{range.movedAt}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

function Heads({ heads }: { heads: string[] }) {
  return (
    <thead>
      <tr>
        {heads.map((head) => (
          <th scope="col" key={head} className={head === m.stock_quantity() ? "num" : undefined}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function History({ serial, history }: { serial: string; history: View["history"] }) {
  const title = m.stock_where_history({ serial });
  return (
    <section className="panel">
      <h2>{title}</h2>
      <TableFrame label={title}>
        <table className="table table-cards">
          <caption className="visually-hidden">{title}</caption>
          <Heads
            heads={[
              ...[m.stock_where_moved(), m.stock_where_event(), m.stock_serials(), m.stock_store()],
              ...[m.stock_where_source(), m.stock_where_note(), m.stock_where_by()],
            ]}
          />
          <tbody>
            {history.map((row, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a log has no other name for its rows
              <tr key={place}>
                <th scope="row">{row.at}</th>
                <td data-label={m.stock_where_event()}>{row.kind}</td>
                <td data-label={m.stock_serials()}>
                  {row.first === row.last ? row.first : `${row.first}-${row.last}`}
                </td>
                <td data-label={m.stock_store()}>{row.store}</td>
                <td data-label={m.stock_where_source()}>{row.source}</td>
                <td data-label={m.stock_where_note()}>{row.note}</td>
                <td data-label={m.stock_where_by()}>{row.by}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </section>
  );
}
