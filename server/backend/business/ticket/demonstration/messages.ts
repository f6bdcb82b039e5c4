/** What the demonstration's staff find in their messages: refunds that wait for the manager, and what became of a seller's own. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { inbox, matterOf } from "../../../approvals/messages";
import type { Transaction } from "../../../db/database";
import { yuan } from "../../../kernel/money";
import { notify } from "../../../kernel/notify";
import { rowsOf } from "../../../kernel/rows";
import type { DemoPeople } from "../../manifest";

interface Request {
  id: number;
  label: string;
  amount: number;
  reason: string;
  state: "waiting" | "approved" | "rejected";
  asked: { id: number; name: string; at: string };
  decided: { name: string; at: string; remark: string } | null;
}

/** As many of each as one reads at a glance. */
const most = 2;

export async function tellOfRefunds(tx: Transaction, { seller }: DemoPeople): Promise<void> {
  for (const { id, label, amount, reason, asked } of await requests(tx, sql`a.state = 'waiting'`)) {
    await notify(tx, new Date(asked.at), {
      ...{ to: { fun: "refundList", button: "refund:decide" }, except: asked.id, kind: "approval" },
      title: (options) => m.approvals_told({ what: refundOf(label, options) }, options),
      body: (options) => m.approvals_told_body({ amount: yuan(amount), name: asked.name, reason }, options),
      ...{ link: inbox, matter: matterOf({ id }) },
    });
  }
  const own = sql`a.state in ('approved', 'rejected') and a.asked_by_id = ${seller.id}`;
  for (const { label, amount, state, decided } of await requests(tx, own)) {
    if (!decided) continue;
    const { name, at, remark } = decided;
    const title = state === "approved" ? m.approvals_told_approved : m.approvals_told_rejected;
    const body = remark === "" ? m.approvals_told_by : m.approvals_told_why;
    await notify(tx, new Date(at), {
      ...{ to: { accounts: [seller.id] }, kind: "approval" },
      title: (options) => title({ what: refundOf(label, options) }, options),
      body: (options) => body({ amount: yuan(amount), name, remark }, options),
      link: `${inbox}?state=settled`,
    });
  }
}

const refundOf = (label: string, options: Parameters<typeof m.approvals_what>[1]) =>
  m.approvals_what({ command: m.approvals_command_refund({}, options), label }, options);

const requests = (tx: Transaction, which: ReturnType<typeof sql>) =>
  rowsOf<Request>(
    tx,
    sql`
      select a.id::float8 as id, a.label, a.amount::float8 as amount, coalesce(a.reason, '') as reason, a.state,
             jsonb_build_object('id', a.asked_by_id, 'name', a.asked_by, 'at', a.asked_at) as asked,
             case
               when a.decided_at is not null
               then jsonb_build_object('name', a.decided_by, 'at', a.decided_at, 'remark', coalesce(a.remark, ''))
             end as decided
      from approval a
      where a.kind = 'refund.giveBack'
        and ${which}
      order by a.asked_at desc, a.id desc
      limit ${most}
    `,
  );
