/** How many may still come in, park by park, in figures to be read from across a gate; it reads itself anew every half minute. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { capacityBoard } from "~/contract/ticket/capacity";
import { Link } from "~/widgets/link";
import { useReadAnew } from "~/widgets/read-anew";
import "./capacity-board.css";

const board = "/ticket/capacity/board";

export const handle = { menu: "/ticket/capacity" };

export async function loader({ context }: LoaderFunctionArgs) {
  const { at, parks } = await context.dispatch.call(capacityBoard, {});
  const levels = {
    calm: m.capacity_level_calm(),
    near: m.capacity_level_near(),
    full: m.capacity_level_full(),
  };
  return {
    title: m.capacity_board(),
    at: m.capacity_at({ at }),
    parks: parks.map(({ parkId, parkName, mayComeIn, momentLevel, dayLevel, stops, ...park }) => ({
      ...{ parkId, parkName, mayComeIn, look: momentLevel },
      note: stops ? "" : m.capacity_warns_only(),
      figures: [
        {
          ...{ label: m.capacity_inside(), look: momentLevel, level: levels[momentLevel] },
          text: m.capacity_of({ n: park.inside, max: park.momentMax }),
        },
        {
          ...{ label: m.capacity_sold_today(), look: dayLevel, level: levels[dayLevel] },
          text: m.capacity_of({ n: park.sold, max: park.dayMax }),
        },
      ],
    })),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function CapacityBoard() {
  const { title, at, parks } = useLoaderData<typeof loader>();
  useReadAnew();
  return (
    <div className="page">
      <header className="page-head">
        <h1>{title}</h1>
        <div className="toolbar">
          <span className="dim">{at}</span>
          <Link className="button" to={board}>
            {m.capacity_refresh()}
          </Link>
        </div>
      </header>
      {parks.length === 0 && <p className="empty">{m.capacity_no_parks()}</p>}
      <div className="capacity-parks">
        {parks.map(({ parkId, parkName, mayComeIn, look, note, figures }) => (
          <section key={parkId} className={`panel capacity-park capacity-${look}`}>
            <h2>{parkName}</h2>
            <p className="capacity-free">
              <span>{m.capacity_may_come_in()}</span> <strong>{mayComeIn}</strong>
            </p>
            <dl>
              {figures.map(({ label, text, look: own, level }) => (
                <div key={label} className={`capacity-${own}`}>
                  <dt>{label}</dt>
                  <dd>
                    {text} <em>{level}</em>
                  </dd>
                </div>
              ))}
            </dl>
            {note && <p className="dim">{note}</p>}
          </section>
        ))}
      </div>
    </div>
  );
}
