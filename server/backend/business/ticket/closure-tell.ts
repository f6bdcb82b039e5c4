/** Every contact of a settled order is told by a text message, once, by whatever gateway the operator has. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { m } from "~/contract/messages";
import { jobKind } from "../../jobs/kind";
import { yuan } from "../../kernel/money";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { TextSender } from "../../kernel/text-message";
import { joinOrder } from "../order/query-parts";

interface Telling {
  id: number;
  state: "refunded" | "moved" | "prolonged";
  orderNo: string;
  mobile: string;
  name: string;
  amount: number;
  toDay: string;
}

/** Sent side by side; a gateway that answers slowly holds up nothing else. */
const atOnce = 10;

export const tellClosure = jobKind({
  kind: "tellClosure",
  title: m.closure_job_tell,
  payload: z.object({ closureId: z.number() }),
  outcome: ({ rows = 0 }) => m.closure_tell_outcome({ rows }),
  tells: "failures",
  async run(run, { closureId }) {
    const { texts } = run;
    let rows = 0;
    // Without a gateway nobody is told: the list of orders keeps the numbers to call.
    if (!texts?.needsMobile) return { rows };
    const closure = await run.read((tx) =>
      firstOf<{ park: string; reason: string; firstDay: string; lastDay: string }>(
        tx,
        sql`
          select k.name as park, c.reason, c.first_day as "firstDay", c.last_day as "lastDay"
          from closure c
          join park k on k.corp_code = c.corp_code and k.id = c.park_id
          where c.id = ${closureId}
        `,
      ),
    );
    if (!closure) return { rows };
    const { park, reason, firstDay, lastDay } = closure;
    const day = firstDay === lastDay ? firstDay : `${firstDay}~${lastDay}`;
    for (;;) {
      const next = await run.read((tx) =>
        rowsOf<Telling>(
          tx,
          sql`
            select c.id, c.state, c.amount, coalesce(c.note, '') as "toDay", o.order_no as "orderNo",
                   o.contact_mobile as mobile, o.contact_name as name
            from closure_order c
            ${sql.raw(joinOrder("c"))}
            where c.closure_id = ${closureId}
              and c.state in ('refunded', 'moved', 'prolonged')
              and c.told_at is null
              and o.contact_mobile <> ''
            order by c.id
            limit ${atOnce}
          `,
        ),
      );
      if (next.length === 0) return { rows };
      await Promise.all(next.map((one) => send(texts, one, { park, reason, day })));
      await run.write((tx) =>
        tx.execute(sql`
          update closure_order set told_at = ${run.now().toISOString()}::timestamptz
          where id = any (${sql.param(next.map(({ id }) => id))}::bigint[])
        `),
      );
      rows += next.length;
      await run.progress(rows);
    }
  },
});

function send(
  texts: TextSender,
  { state, orderNo, mobile, name, amount, toDay }: Telling,
  of: { park: string; reason: string; day: string },
) {
  const said = {
    refunded: () => m.closure_text_refund({ ...of, orderNo, amount: yuan(amount) }),
    moved: () => m.closure_text_move({ ...of, orderNo, toDay }),
    prolonged: () => m.closure_text_prolong({ ...of, orderNo, toDay }),
  };
  return texts.send({ mobile, accName: name, text: said[state](), code: "" });
}
