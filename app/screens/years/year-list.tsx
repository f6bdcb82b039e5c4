/** Closed years (`/dataBase/completeList`): a number of any year leads to its record, and under it the engine's list of years. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { find } from "~/contract/platform/find";
import { soughtAtMost } from "~/contract/platform/sought-text";
import { closedYear } from "~/contract/years/year";
import { yearsPath } from "~/contract/years/years-path";
import { commandList, loadList } from "~/resource/load-list.server";
import { ListFrame } from "~/resource/parts/list-frame";
import { Link } from "~/widgets/link";

export const meta: MetaFunction = () => [{ title: m.fun_complete_list() }];

/** `?number=OD2024…`: of one record that is found its page, else what there is to choose from. */
export async function loader(args: LoaderFunctionArgs) {
  const address = new URL(args.request.url);
  const number = (address.searchParams.get("number") ?? "").trim().slice(0, soughtAtMost);
  // The list's filters know nothing of it.
  address.searchParams.delete("number");
  const [list, { groups }] = await Promise.all([
    loadList({ ...args, request: new Request(address, args.request) }, closedYear),
    number === "" ? { groups: [] } : args.context.dispatch.call(find, { q: number }),
  ]);
  const all = groups.flatMap(({ found }) => found);
  if (all.length === 1 && all[0]) throw redirect(all[0].to);
  return { list, number, groups };
}

export const action = (args: ActionFunctionArgs) => commandList(args, closedYear);

export default function YearList() {
  const { list, number, groups } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      {!list.print && (
        <section className="panel no-print" aria-labelledby="year-find">
          <h2 id="year-find">{m.year_find()}</h2>
          <Form
            method="get"
            action={yearsPath}
            className="filters"
            role="search"
            aria-labelledby="year-find"
            key={number}
          >
            <div className="field">
              <label htmlFor="year-number">{m.year_find_label()}</label>
              <input
                className="input"
                id="year-number"
                name="number"
                maxLength={soughtAtMost}
                autoComplete="off"
                defaultValue={number}
              />
            </div>
            <button className="button">{m.year_find()}</button>
          </Form>
          {number !== "" && <Found number={number} groups={groups} />}
        </section>
      )}
      <ListFrame view={list} notice={answer?.notice} />
    </>
  );
}

type Groups = { title: string; found: { id: number; name: string; hint: string; to: string }[] }[];

function Found({ number, groups }: { number: string; groups: Groups }) {
  if (groups.length === 0)
    return (
      <p className="empty" role="status">
        {m.year_find_none({ q: number })}
      </p>
    );
  return (
    <dl className="facts" aria-label={m.year_found()}>
      {groups.map(({ title, found }) => (
        <div key={title}>
          <dt>{title}</dt>
          {found.map(({ id, name, hint, to }) => (
            <dd key={id}>
              <Link to={to}>{name}</Link> <span className="dim">{hint}</span>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
