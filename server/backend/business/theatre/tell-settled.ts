/** Holders of tickets that moved or went back with a cancelled session are told by a text message, an order once. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { m } from "~/contract/messages";
import { theatreMove as resource } from "~/contract/theatre/moved";
import { jobKind } from "../../jobs/kind";
import { stamp } from "../../kernel/business-time";
import { yuan } from "../../kernel/money";
import { rowsOf } from "../../kernel/rows";
import type { TextSender } from "../../kernel/text-message";
import { joinOrder } from "../order/query-parts";

interface Telling {
  ids: number[];
  state: "moved" | "refunded";
  orderNo: string;
  mobile: string;
  name: string;
  show: string;
  venue: string;
  startsAt: number;
  toStartsAt: number | null;
  toHall: string;
  seats: string;
  amount: number;
}

/** Sent side by side; a gateway that answers slowly holds up nothing else. */
const atOnce = 10;

export const tellSettled = jobKind({
  kind: "tellSettled",
  title: m.theatre_job_tell,
  payload: z.object({ sessionId: z.number() }),
  outcome: ({ rows = 0 }) => m.theatre_job_tell_done({ rows }),
  page: ({ payload }) => `${resource.path}?sessionId=${payload.sessionId}`,
  tells: "failures",
  async run(run, { sessionId }) {
    const { texts } = run;
    let rows = 0;
    // Without a gateway nobody is told: the list of tickets keeps the numbers to call.
    if (!texts?.needsMobile) return { rows };
    for (;;) {
      const next = await run.read((tx) => rowsOf<Telling>(tx, nextOf(sessionId)));
      if (next.length === 0) return { rows };
      await Promise.all(next.map((one) => send(texts, one)));
      await run.write((tx) =>
        tx.execute(sql`
          update theatre_move set told_at = ${run.now().toISOString()}::timestamptz
          where corp_code = current_setting('app.corp_code')
            and id = any (${sql.param(next.flatMap(({ ids }) => ids))}::bigint[])
        `),
      );
      rows += next.length;
      await run.progress(rows);
    }
  },
});

/** By order and by what became of it: of one order part may have moved here and part there. */
const nextOf = (sessionId: number) => sql`
  select array_agg(v.id::float8 order by v.id) as ids, v.state, o.order_no as "orderNo", o.contact_mobile as mobile,
         o.contact_name as name, w.name as show, e.name as venue,
         (extract(epoch from x.starts_at) * 1000)::float8 as "startsAt",
         (extract(epoch from y.starts_at) * 1000)::float8 as "toStartsAt", coalesce(h.name, '') as "toHall",
         string_agg(v.to_label, '、' order by v.id) as seats, sum(t.price)::float8 as amount
  from theatre_move v
  join theatre_ticket t on t.corp_code = v.corp_code and t.id = v.ticket_id
  ${sql.raw(joinOrder("t"))}
  join theatre_session x on x.corp_code = v.corp_code and x.id = v.session_id
  join theatre_show w on w.corp_code = x.corp_code and w.id = x.show_id
  join theatre_hall own on own.corp_code = x.corp_code and own.id = x.hall_id
  join theatre_venue e on e.corp_code = own.corp_code and e.id = own.venue_id
  left join theatre_session y on y.corp_code = v.corp_code and y.id = v.to_session_id and v.state = 'moved'
  left join theatre_hall h on h.corp_code = y.corp_code and h.id = y.hall_id
  where v.corp_code = current_setting('app.corp_code') and v.session_id = ${sessionId}
    and v.state in ('moved', 'refunded') and v.told_at is null and o.contact_mobile <> ''
  group by v.state, o.id, o.order_no, o.contact_mobile, o.contact_name, w.name, e.name, x.starts_at, y.id, y.starts_at, h.name
  order by min(v.id)
  limit ${atOnce}
`;

function send(texts: TextSender, { state, orderNo, mobile, name, show, venue, ...more }: Telling) {
  const at = (moment: number) => stamp(new Date(moment)).slice(0, 16);
  const of = { venue, show, orderNo, at: at(more.startsAt) };
  const text =
    state === "moved"
      ? m.theatre_text_moved({
          ...of,
          to: at(more.toStartsAt ?? more.startsAt),
          hall: more.toHall,
          seats: more.seats.slice(0, 200),
        })
      : m.theatre_text_refunded({ ...of, amount: yuan(more.amount) });
  return texts.send({ mobile, accName: name, text, code: "" });
}
