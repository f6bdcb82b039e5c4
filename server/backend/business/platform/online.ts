/** Who is signed in, and signing somebody out. Sessions are the owner's: they are read by a view that leaves out what proves them. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { online } from "~/contract/platform/online";
import { asOwner } from "../../kernel/as-owner";
import type { ListRow } from "../../kernel/list-source";
import { serveResource } from "../../kernel/resource";
import type { Call, Served } from "../../kernel/served";
import { session } from "./session-schema";
import { aboveWords, accountsAbove } from "./standing";

const part = (sought: string) => `%${sought.replace(/[\\%_]/g, "\\$&")}%`;

export const onlineServed: Served[] = serveResource(online, {
  table: session,
  query: {
    from: "online_session s",
    columns: {
      state: sql`case when s.locked then 'locked' else 'on' end`,
      current: sql`false`,
      above: sql`false`,
    },
    filters: {
      account: (sought) => sql`(s.acc_name ilike ${part(sought)} or s.name ilike ${part(sought)})`,
      ip: (sought) => sql`s.ip ilike ${part(sought)}`,
    },
  },
  shown: inWords,
  keeps: {
    lock: (call, id) =>
      asOwner(call, async () => {
        await call.db.execute(
          sql`select from session where corp_code = ${call.caller.corpCode} and id = ${id} for update`,
        );
      }),
    write: () => {
      throw new Error("a session has no fields that a command sets");
    },
  },
  commands: {
    end: {
      mayNot: (_call, rows) =>
        rows.map(({ current, above, accountId, name }) =>
          current ? m.org_own_session() : above ? aboveWords({ id: accountId ?? 0, name: name ?? "" }) : null,
        ),
      run: async (call, { id, accountId, name, ip }) => {
        const { corpCode } = call.caller;
        await asOwner(call, () =>
          call.db.execute(sql`
            update session set revoked_at = ${call.now.toISOString()}::timestamptz
            where corp_code = ${corpCode} and id = ${id}
          `),
        );
        // On the record of whose session it was, too.
        const after = { sessionEnded: id, ip };
        call.audit({ thing: "operator", thingId: Number(accountId), label: name ?? "", after });
      },
    },
  },
});

/** One's own is told apart, and those of accounts that hold more. */
async function inWords(call: Call, rows: ListRow[]): Promise<ListRow[]> {
  const above = await accountsAbove(
    call,
    rows.map(({ accountId }) => Number(accountId)),
  );
  return rows.map((row) => {
    const current = row.id === call.caller.sessionRowId;
    return { ...row, current, above: above.has(Number(row.accountId)), ...(current && { state: "this" }) };
  });
}
