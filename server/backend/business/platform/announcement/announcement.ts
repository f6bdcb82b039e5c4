/** Writing announcements: what is checked, what their commands do, and how far they have been read. */
import { sql } from "drizzle-orm";
import {
  announcementReader,
  announcementStanding,
  announcement as resource,
} from "~/contract/announcement/announcement";
import { m } from "~/contract/messages";
import type { ResourceRow } from "~/contract/resource";
import { headOffice } from "~/contract/wire";
import { asOwner } from "../../../kernel/as-owner";
import { stamp } from "../../../kernel/business-time";
import { dependsOn } from "../../../kernel/depends-on";
import { enqueue } from "../../../kernel/enqueue";
import { parameterOfCorp } from "../../../kernel/parameters";
import { Invalid, NotFound, Refusal } from "../../../kernel/refusal";
import { serveResource } from "../../../kernel/resource";
import { type CommandsBackend, isRows, type Values } from "../../../kernel/resource-backend";
import { firstOf, rowsOf } from "../../../kernel/rows";
import { serveList } from "../../../kernel/serve-list";
import { type Call, serve } from "../../../kernel/served";
import { mailKind } from "../messaging/mail-kind";
import { departmentReference, roleReference } from "../people";
import {
  announcementDepartment,
  announcementPark,
  announcementRole,
  namedParkReference,
  announcement as table,
} from "./schema";

type Announcement = ResourceRow<typeof resource>;

/** At a time: more than that nobody reads, and every page of everybody counts them. */
export const mostRunning = 100;

for (const [noun, lines, column] of [
  ["role", "announcement_role", "role_id"],
  ["department", "announcement_department", "department_id"],
  ["park", "announcement_park", "park_id"],
] as const)
  dependsOn(noun, {
    table,
    by: (id) => sql`${table.id} in (select announcement_id from ${sql.raw(lines)} where ${sql.raw(column)} = ${id})`,
    name: table.title,
    words: m.announce_dep,
  });

const choices = ["roles", "departments", "parks"] as const;

async function check(call: Call, values: Values, before: Values | null): Promise<void> {
  if (before && before.status !== "draft") throw new Refusal(m.announce_fixed());
  const { audience } = { ...before, ...values };
  const named = choices.filter((name) => lengthOf(values[name] ?? before?.[name]) > 0);
  if (audience === "chosen" && named.length === 0) throw new Invalid({ audience: [m.announce_nobody()] });
  if (audience !== "chosen" && named.length > 0)
    throw new Invalid(Object.fromEntries(named.map((name) => [name, [m.announce_not_chosen()]])));
  if (audience === "tenants" && !(await mayAddressTenants(call)))
    throw new Invalid({ audience: [m.announce_tenants_only()] });
}

const lengthOf = (value: Values[string] | undefined) => (isRows(value) ? value.length : 0);

/** All of head office, where there are tenants. */
const mayAddressTenants = async ({ db, caller }: Call): Promise<boolean> =>
  caller.corpCode === headOffice &&
  caller.scope === null &&
  (await parameterOfCorp(db, headOffice, "isSaasEdition")) === "T";

interface Counted {
  id: number;
  read: number;
  of: number;
}

/** By how many of those whom they address they were confirmed. */
async function countedOf({ db }: Pick<Call, "db">, ids: readonly number[]): Promise<Map<number, Counted>> {
  const rows = await rowsOf<Counted>(
    db,
    sql`
      select announcement_id::float8 as id, count(*) filter (where is_read)::int as read, count(*)::int as of
      from announcement_reader
      where announcement_id = any (${sql.param([...ids])}::bigint[])
      group by announcement_id
    `,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Of all corps, for head office alone: sums, and nobody's name. */
const ofTenants = (call: Call, id: number) =>
  asOwner(call, () =>
    rowsOf<{ code: string; name: string; read: number; of: number }>(
      call.db,
      sql`
        select c.corp_code as code, c.name, count(r.read_at)::int as read, count(*)::int as of
        from account a
        join corp c on c.corp_code = a.corp_code
        left join announcement_receipt r
          on r.corp_code = a.corp_code and r.account_id = a.id and r.owner_corp = ${call.caller.corpCode}
             and r.announcement_id = ${id}
        where a.status = 'T'
        group by c.corp_code, c.name
        order by count(r.read_at)::float8 / count(*), c.corp_code
      `,
    ),
  );

async function standingOf(call: Call, { id, audience }: Pick<Announcement, "id" | "audience">) {
  const own = (await countedOf(call, [id])).get(id) ?? { read: 0, of: 0 };
  if (audience !== "tenants") return { read: own.read, of: own.of, tenants: [] };
  const all = await ofTenants(call, id);
  const sum = (figure: "read" | "of") => all.reduce((total, one) => total + one[figure], 0);
  return {
    ...{ read: sum("read"), of: sum("of") },
    tenants: all.slice(0, 50).map(({ name, read, of }) => ({ name, read, of })),
  };
}

/** From the beginning of `visibleFrom` until just before `visibleUntil`; moments as people read them. */
function sayShown({ status, visibleFrom: from, visibleUntil: until }: Announcement, now: Date): string {
  if (status === "draft") return m.announce_shows_draft();
  if (status === "withdrawn") return m.announce_shows_withdrawn();
  const at = stamp(now);
  if (from !== null && at < from) return m.announce_shows_later({ at: from });
  if (until !== null && at >= until) return m.announce_shows_over({ at: until });
  return until === null ? m.announce_shows_now() : m.announce_shows_until({ at: until });
}

const isRunning = ({ visibleFrom: from, visibleUntil: until }: Announcement, now: Date) =>
  (from === null || from <= stamp(now)) && (until === null || until > stamp(now));

/** Tenants of one to all of them find it within the hour, each by its own task. */
async function mailWhenItRuns({ db, now }: Call, id: number): Promise<void> {
  const wait = await firstOf<{ ms: number }>(
    db,
    sql`
      select greatest(extract(epoch from visible_from - ${now.toISOString()}::timestamptz) * 1000, 0)::float8 as ms
      from announcement where id = ${id}
    `,
  );
  await enqueue(db, { kind: mailKind, delay: wait?.ms ?? 0, unlessWaiting: true });
}

export const announcementCommands: CommandsBackend<typeof resource> = {
  publish: {
    mayNot: (call, rows) =>
      rows.map(({ visibleUntil: until }) =>
        until !== null && until <= stamp(call.now) ? m.announce_already_over() : null,
      ),
    async run(call, row) {
      // Locked in one order, so that two at once cannot both be the last that fits.
      await call.db.execute(
        sql`select pg_advisory_xact_lock(hashtext('announcements' || current_setting('app.corp_code')))`,
      );
      const running = await firstOf<{ n: number }>(
        call.db,
        sql`
          select count(*)::int as n from announcement
          where status = 'published' and (visible_until is null or visible_until > ${call.now.toISOString()}::timestamptz)
        `,
      );
      if ((running?.n ?? 0) >= mostRunning) throw new Refusal(m.announce_too_many({ n: mostRunning }));
      if (row.audience === "tenants" && !(await mayAddressTenants(call))) throw new Refusal(m.announce_tenants_only());
      const addressed = await firstOf<{ n: number }>(
        call.db,
        sql`select count(*)::int as n from announcement_addressed where announcement_id = ${row.id}`,
      );
      if (row.byMail) await mailWhenItRuns(call, row.id);
      const n = row.audience === "tenants" ? (await standingOf(call, row)).of : (addressed?.n ?? 0);
      return {
        set: { publishedAt: stamp(call.now), publishedBy: call.caller.name },
        notice: m.announce_published({ n }),
      };
    },
  },
  remind: {
    mayNot: (call, rows) => rows.map((row) => (isRunning(row, call.now) ? null : m.announce_not_running())),
    async run(call, row) {
      const { read, of } = await standingOf(call, row);
      if (read === of) throw new Refusal(m.announce_all_read());
      return { set: { remindedAt: stamp(call.now) }, notice: m.announce_reminded({ n: of - read }) };
    },
  },
};

export const announcementServed = [
  ...serveResource(resource, {
    table,
    indexed: true as const,
    query: { from: "announcement n", columns: { shows: sql`''`, readBy: sql`''` } },
    lines: { roles: announcementRole, departments: announcementDepartment, parks: announcementPark },
    references: {
      "roles.roleId": roleReference,
      "departments.departmentId": departmentReference,
      "parks.parkId": namedParkReference,
    },
    check,
    dependents: async (call, id) => {
      const found = await firstOf<{ kept: boolean }>(
        call.db,
        sql`select status <> 'draft' as kept from announcement where id = ${id}`,
      );
      return found?.kept ? [m.announce_kept()] : [];
    },
    async shown(call, rows) {
      const counted = await countedOf(
        call,
        rows.map(({ id }) => Number(id)),
      );
      return rows.map((row) => {
        const own = row as unknown as Announcement;
        const { read, of } = counted.get(own.id) ?? { read: 0, of: 0 };
        // Of one to all tenants these are head office's own: its page has the sums of all.
        const readBy = own.status === "draft" ? "" : m.announce_n_of_m({ n: read, m: of });
        return { ...row, shows: sayShown(own, call.now), readBy };
      });
    },
    commands: announcementCommands,
  }),

  ...serveList(announcementReader, {
    query: { from: "announcement_reader r" },
    references: { announcementId: { table, name: table.title } },
  }),

  serve(announcementStanding, async (call, { id }) => {
    const found = await firstOf<Pick<Announcement, "id" | "audience" | "status">>(
      call.db,
      sql`select id::float8 as id, audience, status from announcement where id = ${id}`,
    );
    if (!found) throw new NotFound();
    if (found.status === "draft") return { published: false, read: 0, of: 0, tenants: [] };
    return { published: true, ...(await standingOf(call, found)) };
  }),
];
