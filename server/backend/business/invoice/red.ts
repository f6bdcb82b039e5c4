/** Red letters: asked for over what is not reversed yet, confirmed or not by the buyer, issued. */
import { sql } from "drizzle-orm";
import { requestRed, invoiceRed as resource } from "~/contract/invoice/red";
import { taxOfPart } from "~/contract/invoice/tax";
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import { stamp } from "../../kernel/business-time";
import { enqueueFor } from "../../kernel/enqueue";
import { yuan } from "../../kernel/money";
import { numberWithoutGap } from "../../kernel/numbers";
import { parameterOf } from "../../kernel/parameters";
import { Invalid, NotFound, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { CommandsBackend } from "../../kernel/resource-backend";
import { firstOf, rowsOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import type { Sellable } from "../order/sellable";
import { takeNumber } from "./numbers";
import { checkRebateLetter } from "./rebates";
import { applyRed, freeLines } from "./reverse";
import { invoice, invoiceRed as table } from "./schema";
import { sendKind } from "./send-kind";

const commandsWith = (sellables: readonly Sellable[]): CommandsBackend<typeof resource> => ({
  confirm: {
    mayNot: (call, rows) => rows.map(({ waitsUntil }) => (isOver(call, waitsUntil) ? m.invoice_red_over() : null)),
    async run(call, { invoiceId }) {
      if (await isOfPlatform(call, invoiceId)) await enqueueFor(call, { kind: sendKind, unlessWaiting: true });
    },
  },
  refuse: (call, row, { note }) => comesToNothing(call, row.id, note),
  withdraw: (call, row, { note }) => comesToNothing(call, row.id, note),
  issue: {
    mayNot: async (call, rows) => {
      const found = await rowsOf<{ id: number }>(
        call.db,
        sql`
          select id::float8 as id from invoice
          where corp_code = current_setting('app.corp_code') and way = 'platform'
            and id = any (${`{${rows.map(({ invoiceId }) => invoiceId).join(",")}}`}::bigint[])
        `,
      );
      const ofPlatform = new Set(found.map(({ id }) => id));
      return rows.map(({ invoiceId, failure }) =>
        ofPlatform.has(invoiceId) && !failure ? m.invoice_platform_sends() : null,
      );
    },
    async run(call, { id, invoiceId }, { number, issuedOn }) {
      const taken = await takeNumber(call, number);
      const gone = await applyRed(call, sellables, { id, invoiceId });
      const notice = m.invoice_went_on({ refunds: gone.join(" ") }).slice(0, 100);
      return { set: { number: taken, issuedOn, failure: null }, ...(gone.length > 0 && { notice }) };
    },
  },
});

const isOver = ({ now }: Call, until: string | null) => until !== null && until <= stamp(now);

async function comesToNothing(call: Call, id: number, note: string) {
  await freeLines(call, id);
  return { set: { note } };
}

async function isOfPlatform({ db }: Call, invoiceId: number): Promise<boolean> {
  const found = await firstOf<{ way: string }>(
    db,
    sql`select way from invoice where corp_code = current_setting('app.corp_code') and id = ${invoiceId}`,
  );
  return found?.way === "platform";
}

interface Blue {
  id: number;
  serial: string;
  status: string;
  title: string;
  way: string;
  buyerUse: string;
  agencyId: number | null;
  parks: number[];
}

interface BlueLine {
  id: number;
  name: string;
  rate: number | null;
  gross: number;
  tax: number;
  held: number;
  heldTax: number;
  reversed: number;
}

async function ask(call: Call, asked: ParsedPayloadOf<typeof requestRed>) {
  const { db, now, caller } = call;
  const { invoiceId, reason, remark } = asked;
  const blue = await firstOf<Blue>(
    db,
    sql`
      select id::float8 as id, serial, status, title, way, buyer_use as "buyerUse",
             agency_id::float8 as "agencyId", to_json(parks) as parks
      from invoice
      where corp_code = current_setting('app.corp_code') and id = ${invoiceId}
      for update
    `,
  );
  if (!blue) throw new NotFound();
  if (blue.status !== "issued" && blue.status !== "partlyReversed") throw new Refusal(m.invoice_red_state());
  const parts = chosenOf(await openLines(call, invoiceId), asked.lines, blue.buyerUse === "none" || reason === "error");
  const gross = parts.reduce((sum, part) => sum + part.gross, 0);
  const tax = parts.reduce((sum, part) => sum + part.tax, 0);
  if (reason === "rebate")
    await checkRebateLetter(call, { agencyId: blue.agencyId, whole: blue.buyerUse === "none", gross });
  const waits = blue.buyerUse !== "none";
  const hours = Number(await parameterOf(db, "invoiceRedHours"));
  const until = waits ? new Date(now.getTime() + hours * 3_600_000).toISOString() : null;
  await holdLines(call, parts);
  const serial = await numberWithoutGap(call, "HZ");
  const row = await firstOf<{ id: number }>(
    db,
    sql`
      insert into invoice_red (serial, status, invoice_id, title, gross, tax, reason, waits_until, requested_at, requested_by, remark, parks)
      values (
        ${serial}, ${waits ? "waiting" : "confirmed"}, ${invoiceId}, ${blue.title}, ${gross}, ${tax}, ${reason},
        ${until}::timestamptz, ${now.toISOString()}::timestamptz, ${caller.name}, ${remark || null},
        ${`{${blue.parks.join(",")}}`}::bigint[]
      )
      returning id::float8 as id
    `,
  );
  if (!row) throw new Error("the red letter was not written");
  await db.execute(sql`
    insert into invoice_red_line (red_id, line_id, gross, tax)
    select ${row.id}, p.id, p.gross, p.tax
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as p (id bigint, gross bigint, tax bigint)
  `);
  call.audit({
    thing: "invoiceRed",
    thingId: row.id,
    label: serial,
    after: { serial, invoice: blue.serial, gross, reason },
  });
  if (!waits && blue.way === "platform") await enqueueFor(call, { kind: sendKind, unlessWaiting: true });
  return { id: row.id, serial, gross, waits };
}

/** With what of each line's tax stands in letters that did not come to nothing. */
function openLines({ db }: Call, invoiceId: number): Promise<BlueLine[]> {
  return rowsOf<BlueLine>(
    db,
    sql`
      select n.id::float8 as id, n.name, n.rate, n.gross::float8 as gross, n.tax::float8 as tax, n.held::float8 as held,
             n.reversed::float8 as reversed, coalesce((
               select sum(l.tax)
               from invoice_red_line l
               join invoice_red r on r.corp_code = l.corp_code and r.id = l.red_id
               where l.corp_code = n.corp_code and l.line_id = n.id
                 and r.status in ('waiting', 'confirmed', 'sent', 'issued')
             ), 0)::float8 as "heldTax"
      from invoice_line n
      where n.corp_code = current_setting('app.corp_code') and n.invoice_id = ${invoiceId}
      order by n.id
    `,
  );
}

/** Pure. Where only the whole may be reversed, that is all of it, with nothing of it in another letter. */
export function chosenOf(
  lines: readonly BlueLine[],
  asked: readonly { lineId: number; gross: number }[],
  wholeOnly: boolean,
): { id: number; gross: number; tax: number }[] {
  const wanted = new Map(asked.filter(({ gross }) => gross > 0).map(({ lineId, gross }) => [lineId, gross]));
  if (asked.some(({ lineId }) => !lines.some(({ id }) => id === lineId)))
    throw new Invalid({ lines: [m.invoice_red_foreign()] });
  const parts = lines.flatMap(({ id, name, rate, gross, tax, held, heldTax }) => {
    const open = { gross: gross - held, tax: tax - heldTax };
    const part = wanted.size === 0 ? open.gross : (wanted.get(id) ?? 0);
    if (part > open.gross) throw new Invalid({ lines: [m.invoice_red_too_much({ name, left: yuan(open.gross) })] });
    return part > 0 ? [{ id, gross: part, tax: taxOfPart(rate, part, open) }] : [];
  });
  if (parts.length === 0) throw new Refusal(m.invoice_red_none());
  const all = lines.reduce((sum, { gross, reversed }) => sum + gross - reversed, 0);
  if (wholeOnly && parts.reduce((sum, { gross }) => sum + gross, 0) !== all)
    throw new Refusal(m.invoice_red_only_whole());
  return parts;
}

/** One statement decides: what another letter has taken meanwhile is not taken twice. */
async function holdLines({ db }: Call, parts: readonly { id: number; gross: number }[]): Promise<void> {
  const held = await rowsOf(
    db,
    sql`
      update invoice_line n
      set held = n.held + p.gross
      from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as p (id bigint, gross bigint)
      where n.corp_code = current_setting('app.corp_code') and n.id = p.id and n.held + p.gross <= n.gross
      returning n.id
    `,
  );
  if (held.length !== parts.length) throw new Refusal(m.refused_same_moment());
}

export const redServed = (sellables: readonly Sellable[]): Served[] => [
  ...serveResource(resource, {
    table,
    references: { invoiceId: { table: invoice, name: invoice.serial } },
    commands: commandsWith(sellables),
  }),
  serve(requestRed, ask),
];
