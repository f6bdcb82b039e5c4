/** Who is signed in: sessions are the owner's, so every statement names the corp. */
import { type SQL, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import * as contract from "~/contract/platform/online";
import { boundedCount } from "../../kernel/bounded-count";
import { Invalid, NotFound, Refusal } from "../../kernel/refusal";
import { type Call, type Served, serve } from "../../kernel/served";
import { accountsAbove, refuseAbove } from "./standing";

const isGood = (corpCode: string) => sql`
  s.corp_code = ${corpCode}
  and s.revoked_at is null
  and s.last_seen > now() - make_interval(mins => s.idle_minutes)
`;

const withAccount = sql`session s join account a on a.corp_code = s.corp_code and a.id = s.account_id`;

/** Whoever works in some parks sees no session that has chosen another. */
const inScope = ({ scope }: Call["caller"]) =>
  scope?.parks ? sql`(s.park_id is null or s.park_id = any (${sql.param(scope.parks)}::bigint[]))` : sql`true`;

function conditions(caller: Call["caller"], filters: Record<string, string>): SQL {
  const found = [isGood(caller.corpCode), inScope(caller), sql`a.status = 'T'`];
  for (const [name, raw] of Object.entries(filters)) {
    const part = `%${raw.trim().replace(/[\\%_]/g, "\\$&")}%`;
    if (name === "account") found.push(sql`(a.acc_name ilike ${part} or a.name ilike ${part})`);
    else if (name === "ip") found.push(sql`s.ip ilike ${part}`);
    else throw new Invalid({ [`filters.${name}`]: [m.v_unknown_field()] });
  }
  return sql.join(found, sql` and `);
}

interface Row {
  id: number;
  accountId: number;
  accName: string;
  name: string;
  deptName: string;
  ip: string;
  userAgent: string;
  park: string;
  since: string;
  seen: string;
  locked: boolean;
}

async function rowsOf({ db }: Call, where: SQL, limit: number, offset: number): Promise<Row[]> {
  const moment = (column: string) =>
    sql`to_char(${sql.raw(column)} at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')`;
  const { rows } = await db.execute(sql`
    select s.id, a.id as "accountId", a.acc_name as "accName", a.name, a.dept_name as "deptName", s.ip,
           s.user_agent as "userAgent", s.park_name as park, ${moment("s.created_at")} as since,
           ${moment("s.last_seen")} as seen, s.lock_hash is not null as locked
    from ${withAccount}
    where ${where}
    order by s.last_seen desc, s.id desc
    limit ${limit} offset ${offset}
  `);
  return rows as unknown as Row[];
}

const list = serve(
  contract.onlineList,
  async (call, { pageNo, pageSize, filters }) => {
    const where = conditions(call.caller, filters);
    const { count, capped } = await boundedCount(call, withAccount, where);
    const totalPage = Math.max(1, Math.ceil(count / pageSize));
    const shown = Math.min(pageNo, totalPage);
    const rows = await rowsOf(call, where, pageSize, (shown - 1) * pageSize);
    const above = await accountsAbove(
      call,
      rows.map(({ accountId }) => accountId),
    );
    const records = rows.map(({ accountId, ...row }) => ({
      ...row,
      current: row.id === call.caller.sessionRowId,
      above: above.has(accountId),
    }));
    return { records, pageNo: shown, pageSize, totalPage, count, otherData: { options: {}, capped } };
  },
  { asOwner: true },
);

const end = serve(
  contract.sessionEnd,
  async (call, { id }) => {
    const { db, caller, now } = call;
    const { rows } = await db.execute<{ accountId: number; accName: string; name: string; ip: string }>(sql`
      select a.id as "accountId", a.acc_name as "accName", a.name, s.ip
      from ${withAccount}
      where ${isGood(caller.corpCode)} and ${inScope(caller)} and s.id = ${id}
      for update of s
    `);
    const [found] = rows;
    if (!found) throw new NotFound();
    if (id === caller.sessionRowId) throw new Refusal(m.org_own_session());
    await refuseAbove(call, { id: Number(found.accountId), name: found.name });
    await db.execute(sql`update session set revoked_at = ${now.toISOString()}::timestamptz where id = ${id}`);
    const { accountId, name, ip } = found;
    call.audit({ thing: "operator", thingId: Number(accountId), label: name, after: { sessionEnded: id, ip } });
    return { id };
  },
  { asOwner: true },
);

export const onlineServed: Served[] = [list, end];
