/** Applications to become a tenant: sent without an account behind the puzzle, opened in one transaction. */
import { randomInt } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import * as contract from "~/contract/tenant/application";
import { tenantApplyName } from "~/contract/tenant/apply-page";
import { headOffice } from "~/contract/wire";
import { administrator } from "../../../kernel/access";
import { asOwner } from "../../../kernel/as-owner";
import { stamp } from "../../../kernel/business-time";
import { notify, settleMatter } from "../../../kernel/notify";
import { parameterOfCorp } from "../../../kernel/parameters";
import { Invalid, NotFound, Refusal, StepNeeded } from "../../../kernel/refusal";
import { serveResource } from "../../../kernel/resource";
import type { CommandsBackend } from "../../../kernel/resource-backend";
import { firstOf } from "../../../kernel/rows";
import { admitting, type Call, type Served, serve, serveAfter } from "../../../kernel/served";
import type { SeedRole } from "../../manifest";
import { takePass } from "../captcha";

import { hashPassword, randomPassword } from "../password";
import { printable } from "../printable";
import { createCorp } from "../seed/corp";
import { sessionHash } from "../session-hash";
import { admitHeadOffice } from "./head-office";
import { tenantApplication as table, tenant as tenantTable } from "./schema";
import { contentOf, packagesToGive } from "./tenant";

/** Within a day. Whoever applies in earnest does so once. */
const most = { ofAddress: 5, ofAll: 200 };
/** Without letters and digits that are taken for one another. */
const signs = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/** Only where there are tenants: the platform is head office, and nobody else. */
const isOpen = (call: Call): Promise<boolean> =>
  asOwner(
    call,
    async () =>
      call.caller.corpCode === headOffice && (await parameterOfCorp(call.db, headOffice, "isSaasEdition")) === "T",
  );

const form = serve(contract.tenantApplyForm, async (call) => ({ open: await isOpen(call) }));

const matterOf = (id: number) => `tenant application ${id}`;

const apply = serve(contract.tenantApply, async (call, { clientAddress, ...application }) => {
  if (!(await isOpen(call))) throw new NotFound();
  const ip = printable(clientAddress);
  await refuseTooMany(call, ip);
  await takePuzzle(call);
  // Not the next number: that would tell how many apply.
  const number = `TA${Array.from({ length: 8 }, () => signs[randomInt(signs.length)]).join("")}`;
  const { name, contact, email, wishes } = application;
  const [made] = await call.db
    .insert(table)
    .values({ ...application, email: email ?? null, wishes: wishes ?? null, number, ip, at: stamp(call.now) })
    .returning({ id: table.id });
  if (!made) throw new Error("an insert answers its row");
  await notify(call.db, call.now, {
    to: { fun: "tenantReview" },
    kind: "task",
    title: (options) => m.tenant_to_review({ name }, options),
    body: (options) => m.tenant_to_review_by({ contact, number }, options),
    link: `/tenantManage/tenantReview/${made.id}`,
    matter: matterOf(made.id),
  });
  return { number };
});

async function refuseTooMany({ db, now }: Call, ip: string): Promise<void> {
  const since = new Date(now.getTime() - 24 * 3_600_000).toISOString();
  const counted = await firstOf<{ address: number; all: number }>(
    db,
    sql`
      select (
               select count(*)::int from tenant_application
               where ip = ${ip} and ip <> '' and at > ${since}::timestamptz
             ) as address,
             (select count(*)::int from tenant_application where at > ${since}::timestamptz) as all
    `,
  );
  if (counted && (counted.address >= most.ofAddress || counted.all >= most.ofAll))
    throw new Refusal(m.tenant_apply_too_many());
}

async function takePuzzle(call: Call): Promise<void> {
  const { sessionId } = call;
  if (!sessionId) throw new Invalid({ "session-id": [m.v_required()] });
  const tried = { sessionHash: sessionHash(sessionId), accName: tenantApplyName };
  if (!(await asOwner(call, () => takePass(call, tried)))) throw new StepNeeded(m.auth_captcha_first());
}

const decided = (call: Call, reason: string | null) => ({
  set: { decidedBy: call.caller.name, decidedAt: stamp(call.now), reason },
});

const commands: CommandsBackend<typeof contract.tenantApplication> = {
  approve: (call) => decided(call, null),
  async reject(call, row, { reason }) {
    await settleMatter(call.db, call.now, matterOf(row.id));
    return decided(call, reason);
  },
};

async function applicationById({ db }: Call, id: number, lock = false) {
  const query = db.select().from(table).where(eq(table.id, id));
  const [found] = await (lock ? query.for("update") : query);
  if (!found) throw new NotFound();
  return found;
}

const opening = serve(contract.tenantOpening, async (call, { id }) => {
  const { name, contact, status } = await applicationById(call, id);
  // The next free of the codes that are numbers: somebody may choose another.
  const next = await asOwner(call, () =>
    firstOf<{ code: string }>(
      call.db,
      sql`
        select (greatest(1000, coalesce(max(corp_code::integer), 0)) + 1)::text as code
        from corp where corp_code ~ '^[1-9]\\d{3,6}$'
      `,
    ),
  );
  return { name, contact, state: status, code: next?.code ?? "1001", packages: await packagesToGive(call) };
});

interface Prepared {
  password: string;
  passwordHash: string;
}

const open = (roles: readonly SeedRole[]) =>
  serveAfter(
    contract.tenantOpen,
    // Slow by intent: before the transaction.
    async (): Promise<Prepared> => {
      const password = randomPassword();
      return { password, passwordHash: await hashPassword(password) };
    },
    async (call, { id, code, accName, packageId = null, expiresOn: lastDay }, { password, passwordHash }) => {
      const { db, now, caller } = call;
      const expiresOn = lastDay || null;
      admitHeadOffice(call);
      const { name, contact, mobile, status } = await applicationById(call, id, true);
      if (status !== "approved") throw new Refusal(m.tenant_open_not_approved());
      const choices = await packagesToGive(call);
      if (packageId !== null && !choices.some((choice) => choice.id === packageId))
        throw new Invalid({ packageId: [m.v_option()] });
      const { limits } = await contentOf(call, packageId);
      if (limits.maxAccounts === 0) throw new Invalid({ packageId: [m.ops_limit_accounts({ most: "0" })] });
      await asOwner(call, async () => {
        // Two who open with one code at once do it one after the other.
        await db.execute(sql`select pg_advisory_xact_lock(hashtext('tenant code ' || lower(${code})))`);
        const taken = await firstOf(db, sql`select from corp where lower(corp_code) = lower(${code})`);
        if (taken) throw new Invalid({ code: [m.tenant_code_taken({ code })] });
        await createCorp(db, code, name, roles);
        await db.execute(sql`
          insert into account (corp_code, acc_name, name, mobile, acc_type, password_hash, must_change_password)
          values (${code}, ${accName}, ${contact}, ${mobile}, ${administrator}, ${passwordHash}, true)
        `);
        await db.execute(sql`select set_config('app.corp_code', ${caller.corpCode}, true)`);
      });
      const [made] = await db
        .update(tenantTable)
        .set({ packageId, expiresOn, contact, mobile, updatedAt: now })
        .where(eq(tenantTable.code, code))
        .returning({ id: tenantTable.id });
      if (!made) throw new Error("a corp of its own has its tenant");
      await db
        .update(table)
        .set({ status: "opened", openedCode: code, rowVersion: sql`row_version + 1`, updatedAt: now })
        .where(eq(table.id, id));
      await settleMatter(db, now, matterOf(id));
      call.audit({
        ...{ thing: "tenantApplication", thingId: id, label: name },
        ...{ before: { status }, after: { status: "opened", openedCode: code } },
      });
      call.audit({ thing: "tenant", thingId: made.id, label: name, after: { code, packageId, expiresOn } });
      return { tenantId: made.id, code, accName, password };
    },
  );

/** `roles` are those of a first start: a new tenant begins with them. */
export const applicationServed = (roles: readonly SeedRole[]): Served[] => [
  ...serveResource(contract.tenantApplication, { table, commands, admit: admitHeadOffice }),
  ...admitting([opening], admitHeadOffice),
  open(roles),
  form,
  apply,
];
