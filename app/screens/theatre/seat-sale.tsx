/** Seat sale (`/theatre/seatSale`): a day's sessions; of one its map, what is held, and the sale. Without scripts as with them. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation, useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, useRef } from "react";
import { m } from "~/contract/messages";
import { theatreLayout } from "~/contract/theatre/large-map";
import { type SeatView, theatreMap, theatreSessions } from "~/contract/theatre/sale";
import { today } from "~/contract/validators";
import { DayInput } from "~/form/day-input";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import { attempt, done, noticeOfRefusal } from "~/form/submission.server";
import { dayFrom } from "~/screens/query.server";
import { mayPress } from "~/screens/rights.server";
import { useHydrated } from "~/widgets/hydrated";
import { Link } from "~/widgets/link";
import { TableFrame } from "~/widgets/table-frame";
import { idOf, partOf, press } from "./sale-press.server";
import { SeatMap } from "./seat-map";
import { SeatPay } from "./seat-pay";
import { useSeatPick } from "./seat-pick";
import { PickHelp, RowBlocks, SeatLegend, SeatTable } from "./seat-table";
import "./seats.css";

const path = "/theatre/seatSale";

export const handle = { menu: path };
export const meta: MetaFunction = () => [{ title: m.fun_seat_sale() }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams;
  const sessionId = idOf(asked.get("session"));
  const key = crypto.randomUUID();
  if (sessionId === undefined) {
    const { day, sessions } = await context.dispatch.call(theatreSessions, { day: dayFrom(request, "day", today()) });
    return { day, sessions, map: null, layout: null, mayBlock: false, key };
  }
  const map = await context.dispatch.call(theatreMap, { sessionId, ...partOf(asked) });
  // A page of its own brings where the seats stand, so that they are drawn before any script comes; what is asked for beside
  // an open page does without.
  const isPage = request.headers.get("sec-fetch-dest") === "document" && !context.preferences.lite;
  const areaId = isPage && map.large ? map.areaId : null;
  return {
    day: map.session.startsAt.slice(0, 10),
    sessions: [],
    map,
    layout: areaId === null ? null : await context.dispatch.call(theatreLayout, { sessionId, areaId }),
    mayBlock: mayPress(context, "seatSale:block"),
    key,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const tried = await attempt(context, () => press(context, form));
  if (!tried.ok) {
    const { status, errors } = tried.refusal;
    const text = (name: string) => String(form.get(name) ?? "");
    const typed = {
      ...{ given: text("given"), paymentType: text("paymentType") },
      ...{ contactName: text("contactName"), contactMobile: text("contactMobile") },
      places: Object.fromEntries(
        [...form.keys()].flatMap((name) => (name.startsWith("place.") ? [[name, text(name).slice(0, 10)]] : [])),
      ),
    };
    return data({ notice: noticeOfRefusal(tried.refusal), errors, typed }, status);
  }
  return done(context, tried.value.to, { text: tried.value.said });
}

export default function SeatSale() {
  const { day, sessions, map, layout, mayBlock, key } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  useOthersHolds(map);
  return (
    <div className="page">
      <header className="page-head">
        <h1>{map ? map.session.name : m.fun_seat_sale()}</h1>
        {map && (
          <div className="toolbar">
            <Link className="button" to={`${path}?day=${day}`}>
              {m.fun_session_list()}
            </Link>
          </div>
        )}
      </header>
      <FormNotice notice={answered?.notice} />
      {map ? (
        <div className="seat-desk">
          <Hall map={map} layout={layout} mayBlock={mayBlock} />
          <SeatPay map={map} idempotencyKey={key} typed={answered?.typed ?? {}} />
        </div>
      ) : (
        <Sessions day={day} sessions={sessions} />
      )}
    </div>
  );
}

/**
 * What other tills hold appears within two seconds: the server says when the places have changed, and only then is the map
 * asked for anew. A page that nobody looks at listens to nothing. Without scripts a reload shows it.
 */
function useOthersHolds(map: SaleMap | null) {
  const { revalidate, state } = useRevalidator();
  const { state: going } = useNavigation();
  // Asked anew while an answer is on its way, the answer would come twice, and what it says of what was done once.
  const isIdle = state === "idle" && going === "idle";
  const sessionId = map?.session.id;
  const shown = useRef({ mark: "", isIdle: true, told: "" });
  shown.current = { ...shown.current, mark: map?.mark ?? "", isIdle };
  const look = useCallback(() => {
    const { mark, isIdle: mayAsk, told } = shown.current;
    if (mayAsk && told !== "" && told !== mark) revalidate();
  }, [revalidate]);
  // What was told while an answer was on its way.
  useEffect(() => {
    if (isIdle) look();
  }, [isIdle, look]);
  useEffect(() => {
    if (sessionId === undefined) return;
    let source: EventSource | null = null;
    const listen = () => {
      const isSeen = document.visibilityState === "visible";
      if (isSeen === (source !== null)) return;
      source?.close();
      source = isSeen ? new EventSource(`${path}/changes?session=${sessionId}`) : null;
      source?.addEventListener("message", ({ data: told }) => {
        shown.current.told = String(told);
        look();
      });
    };
    listen();
    document.addEventListener("visibilitychange", listen);
    return () => {
      document.removeEventListener("visibilitychange", listen);
      source?.close();
    };
  }, [sessionId, look]);
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;
type SaleMap = NonNullable<Loaded["map"]>;

function Sessions({ day, sessions }: Pick<Loaded, "day" | "sessions">) {
  return (
    <section className="panel">
      <Form method="get" action={path} className="seat-forms" role="search">
        <Field name="day" label={m.theatre_choose_day()}>
          <DayInput className="input" defaultValue={day} key={day} required />
        </Field>
        <button className="button button-primary">{m.theatre_show_day()}</button>
      </Form>
      {sessions.length === 0 ? (
        <p className="empty">{m.theatre_no_sessions()}</p>
      ) : (
        <TableFrame label={m.fun_session_list()}>
          <table className="table">
            <caption className="visually-hidden">{m.fun_session_list()}</caption>
            <thead>
              <tr>
                <th scope="col">{m.theatre_starts()}</th>
                <th scope="col">{m.theatre_show()}</th>
                <th scope="col">{m.theatre_hall()}</th>
                <th scope="col" className="num">
                  {m.theatre_state_free()}
                </th>
                <th scope="col">{m.status()}</th>
              </tr>
            </thead>
            <tbody>
              {sessions.map((one) => (
                <tr key={one.id}>
                  <td>{one.startsAt.slice(11, 16)}</td>
                  <th scope="row">
                    <Link to={`${path}?session=${one.id}`}>{one.showName}</Link>
                  </th>
                  <td>
                    {one.venueName} {one.hallName}
                  </td>
                  <td className="num">{m.theatre_free_of({ free: one.free, places: one.places })}</td>
                  <td>{one.whyNot}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      )}
    </section>
  );
}

function Hall({ map, layout, mayBlock }: { map: SaleMap; layout: Loaded["layout"]; mayBlock: boolean }) {
  const { session, zones, areas, areaId, rows, blocks } = map;
  const from = blocks.find(({ isShown }) => isShown)?.from;
  const isLive = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const ticked = useSeatPick(form);
  const seated = areas.filter(({ kind }) => kind === "seats");
  const sells = map.maySell && session.whyNot === "";
  const here = `${path}?session=${session.id}${areaId === null ? "" : `&area=${areaId}`}`;
  const action = from === undefined ? here : `${here}&from=${from}`;
  const hasPairs = rows.some(({ seats }) => seats.some(({ partner }) => partner !== null));
  const open = ({ state, kind, price }: SeatView) =>
    (sells && state === "free" && kind !== "blocked" && price !== null) ||
    (mayBlock && (state === "free" || state === "blocked") && kind !== "blocked");
  return (
    <section className="panel">
      <p>
        {session.startsAt.slice(0, 16)} · {session.venueName} {session.hallName} ·{" "}
        {m.theatre_free_of({ free: session.free, places: session.places })}
      </p>
      {session.whyNot && <p className="notice notice-warn">{session.whyNot}</p>}
      <ul className="seat-zones" aria-label={m.theatre_zones()}>
        {zones.map(({ code, name, tint, price, free }) => (
          <li key={code} className={`tint-${tint}`}>
            <span className="seat-mark" aria-hidden="true" /> {m.theatre_zone_line({ code, name })}{" "}
            {price === null ? m.theatre_no_price_short() : `¥${(price / 100).toFixed(2)}`} · {free}
          </li>
        ))}
      </ul>
      {sells && <Best map={map} action={action} />}
      {seated.length > 1 && (
        <nav className="segments" aria-label={m.theatre_areas()}>
          {seated.map(({ id, name, free, places }) => (
            <Link
              key={id}
              className="segment"
              to={`${path}?session=${session.id}&area=${id}`}
              aria-current={id === areaId ? "true" : undefined}
            >
              {name} {free}/{places}
            </Link>
          ))}
        </nav>
      )}
      <SeatLegend />
      <Form ref={form} method="post" action={action} className="seat-pick" preventScrollReset>
        <input type="hidden" name="session" value={session.id} />
        <input type="hidden" name="area" value={areaId ?? ""} />
        {from !== undefined && <input type="hidden" name="from" value={from} />}
        {sells && (
          <p className="seat-forms">
            <button className="button button-primary" name="intent" value="hold">
              {m.theatre_hold()}
            </button>
            {(session.noGaps || hasPairs) && map.mayLeaveGaps && (
              <label className="choice">
                <input type="checkbox" name="leaveGaps" value="T" />{" "}
                {hasPairs ? m.theatre_leave_pairs() : m.theatre_leave_gaps()}
              </label>
            )}
          </p>
        )}
        {blocks.length > 1 && <SeatMap key={areaId} map={map} layout={layout} open={open} />}
        <RowBlocks blocks={blocks} to={here} />
        {isLive && rows.length > 0 && <PickHelp ticked={ticked} />}
        <SeatTable rows={rows} zones={zones} open={open} />
        {mayBlock && (
          <details>
            <summary>{m.theatre_more()}</summary>
            <button className="button" name="intent" value="block">
              {m.theatre_block()}
            </button>{" "}
            <button className="button" name="intent" value="unblock">
              {m.theatre_unblock()}
            </button>
          </details>
        )}
      </Form>
    </section>
  );
}

function Best({ map: { session, zones }, action }: { map: SaleMap; action: string }) {
  return (
    <Form method="post" action={action} className="seat-forms" preventScrollReset>
      <input type="hidden" name="session" value={session.id} />
      <Field name="count" label={m.theatre_count()}>
        <input className="input" type="number" min={1} max={30} defaultValue={2} required />
      </Field>
      <Field name="zone" label={m.theatre_zone()}>
        <select className="input">
          <option value="">{m.theatre_any_zone()}</option>
          {zones.map(({ code, name }) => (
            <option key={code} value={code}>
              {m.theatre_zone_line({ code, name })}
            </option>
          ))}
        </select>
      </Field>
      <label className="choice">
        <input type="checkbox" name="wheelchair" value="T" /> {m.theatre_wheelchair()}
      </label>
      <button className="button" name="intent" value="best">
        {m.theatre_best()}
      </button>
    </Form>
  );
}
