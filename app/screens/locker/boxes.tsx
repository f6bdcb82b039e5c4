/** The picture of a group's lockers: each a link to its page, its state in words and in colour; the legend counts and filters. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { lockerPicture } from "~/contract/locker/group";
import { m } from "~/contract/messages";
import { Link } from "~/widgets/link";
import "./boxes.css";

export const handle = { menu: "/locker/groupList" };

export async function loader({ params, context }: LoaderFunctionArgs) {
  if (!/^[1-9]\d{0,14}$/.test(params.id ?? "")) throw new Response(null, { status: 404 });
  const { id, name, boxes, sizes, states } = await context.dispatch.call(lockerPicture, { id: Number(params.id) });
  const cells = boxes.map(({ overdue, status, size, ...box }) => ({
    ...box,
    status,
    look: overdue ? "overdue" : status,
    text: overdue ? m.locker_overdue_short() : (states[status] ?? status),
    size: sizes[size] ?? size,
  }));
  const list = `/locker/boxList?lockerGroupId=${id}`;
  // What is overdue is in use as well: each figure is that of the list behind it.
  const counted = (look: string) => cells.filter((cell) => cell.status === look || cell.look === look).length;
  const legend = [
    ...Object.entries(states).map(([look, text]) => ({ look, text, to: `${list}&status=${look}` })),
    { look: "overdue", text: m.locker_overdue_short(), to: `/locker/overdueList?lockerGroupId=${id}` },
  ].map((one) => ({ ...one, n: counted(one.look) }));
  return { title: m.locker_picture_of({ group: name }), back: `/locker/groupList/${id}`, cells, legend };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function Boxes() {
  const { title, back, cells, legend } = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>{title}</h1>
        <div className="toolbar">
          <Link className="button" to={back}>
            {m.engine_back()}
          </Link>
        </div>
      </header>
      <section className="panel">
        <ul className="locker-legend" aria-label={m.locker_legend()}>
          {legend.map(({ look, text, to, n }) => (
            <li key={look}>
              <Link className={`locker-${look}`} to={to}>
                {text} <strong>{n}</strong>
              </Link>
            </li>
          ))}
        </ul>
        {cells.length === 0 && <p className="empty">{m.locker_no_boxes()}</p>}
        <ul className="locker-boxes" aria-label={m.locker_boxes()}>
          {cells.map(({ id, number, look, text, size }) => (
            <li key={id}>
              <Link className={`locker-${look}`} to={`/locker/boxList/${id}`}>
                <strong>{number}</strong>
                <span>{size}</span>
                <span>{text}</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
