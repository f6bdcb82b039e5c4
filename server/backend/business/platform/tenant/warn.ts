/** Warning a tenant's administrators before its contract ends, and head office with them. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { m } from "~/contract/messages";
import { headOffice } from "~/contract/wire";
import { tenantRole } from "../../../db/database";
import { jobKind } from "../../../jobs/kind";
import { notify } from "../../../kernel/notify";
import { rowsOf } from "../../../kernel/rows";

interface Due {
  id: number;
  code: string;
  name: string;
  stage: string;
  standing: string;
  day: string;
  reads: string;
  shuts: string;
}

/** Every morning: each stage of each day of expiry is told of once. */
export const warnTenants = jobKind({
  kind: "warnTenants",
  title: m.tenant_job_warn,
  payload: z.object({}),
  schedule: { cron: "20 7 * * *", of: "headOffice" },
  outcome: ({ rows = 0 }) => m.tenant_job_warned({ n: rows }),
  async run(run) {
    const now = run.now();
    const rows = await run.writeAsOwner(async (db) => {
      // Whom to tell is asked as the corp itself: as the owner one would see the accounts of all.
      const within = (code: string) =>
        db.execute(sql`select set_config('app.corp_code', ${code}, true), set_config('role', ${tenantRole}, true)`);
      const asOwnerAgain = () =>
        db.execute(sql`select set_config('app.corp_code', ${headOffice}, true), set_config('role', 'none', true)`);
      const due = await rowsOf<Due>(
        db,
        sql`
          select t.id::int as id, t.code, t.name, s.standing || ' ' || t.expires_on as stage, s.standing,
                 t.expires_on::text as day, s.reads_from::text as reads, s.shuts_from::text as shuts
          from tenant t
          join tenant_standing s on s.corp_code = t.code
          where t.corp_code = ${headOffice}
            and t.status = 'T'
            and t.expires_on is not null
            and s.standing <> 'open'
            and t.warned_for is distinct from s.standing || ' ' || t.expires_on
          order by t.id
          limit 500
        `,
      );
      for (const { id, code, name, stage, standing, day, reads, shuts } of due) {
        await within(headOffice);
        await notify(db, now, {
          to: { fun: "tenantList" },
          kind: "notice",
          title: (options) => m.tenant_expiring_of({ name, day }, options),
          link: `/tenantManage/list/${id}`,
          matter: `tenant ${id} ${stage}`,
        });
        await asOwnerAgain();
        await db.execute(sql`update tenant set warned_for = ${stage} where corp_code = ${headOffice} and id = ${id}`);
        if (standing === "shut") continue;
        await within(code);
        await notify(db, now, {
          to: { fun: "userManage" },
          kind: "notice",
          title: (options) => m.tenant_expiring({ day }, options),
          body: (options) => m.tenant_expiring_then({ reads, shuts }, options),
          matter: `tenant ${stage}`,
        });
        await asOwnerAgain();
      }
      return due.length;
    });
    return { rows };
  },
});
