/** What a first start creates: head office, the function tree, parameters, dictionaries, areas, roles, the administrator. */
import { eq, sql } from "drizzle-orm";
import { headOffice } from "~/contract/wire";
import { renewTree } from "../business/platform/menu-tree";
import { hashPassword, randomPassword } from "../business/platform/password";
import { account, corp, role, roleGrant } from "../business/platform/schema";
import type { Database, Transaction } from "../db/database";
import { administrator } from "../kernel/access";
import { seedAreas } from "./areas";
import { buttons } from "./buttons";
import { seedDictionaries } from "./dictionary-rows";
import { functionTree } from "./functions";
import { seedParameters } from "./parameters";
import { roles } from "./roles";

export interface FirstStart {
  /** Told once; null when the administrator was there already. */
  firstPassword: string | null;
}

/** Idempotent: function tree, dictionaries and parameters are brought up to date at every start, the rest is made once. */
export async function seedFirstStart(database: Database, adminPassword?: string): Promise<FirstStart> {
  const firstPassword = adminPassword ?? randomPassword();
  // Slow by intent, and so done before the transaction: it is not known yet whether it will be used.
  const passwordHash = await hashPassword(firstPassword);
  return database.system(
    async (tx) => {
      // Two nodes that start at once on an empty database do it one after the other.
      await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLock})`);
      await seedFunctions(tx);
      await renewTree(tx);
      const [known] = await tx.select({ id: account.id }).from(account).where(eq(account.id, 1));
      if (known) {
        await seedDictionaries(tx);
        await seedParameters(tx);
        return { firstPassword: null };
      }
      await seedAreas(tx);
      await createCorp(tx, headOffice, "总部");
      await tx.execute(sql`select setval(pg_get_serial_sequence('account', 'id'), 1, false)`);
      await tx.insert(account).values({
        corpCode: headOffice,
        accName: "admin",
        name: "系统管理员",
        accType: administrator,
        passwordHash,
        isRealName: "T",
      });
      return { firstPassword };
    },
    { patience: "none" },
  );
}

/** Any number: whoever seeds holds it. */
const advisoryLock = 7_310_045;

/** A tenant with its own parameters, dictionaries and roles. */
export async function createCorp(tx: Transaction, corpCode: string, name: string): Promise<void> {
  await tx.execute(sql`select set_config('app.corp_code', ${corpCode}, true)`);
  await tx.insert(corp).values({ corpCode, name });
  await seedParameters(tx, corpCode);
  await seedDictionaries(tx, corpCode);
  for (const seed of roles) {
    const [made] = await tx.insert(role).values({ code: seed.code, name: seed.name }).returning({ id: role.id });
    if (!made) throw new Error(`The role ${seed.code} was not made.`);
    const grants = seed.grants.flatMap(([funCode, codes]) =>
      ["", ...codes].map((buttonCode) => ({ roleId: made.id, funCode, buttonCode })),
    );
    await tx.insert(roleGrant).values(grants).onConflictDoNothing();
  }
}

/** Ids are stable: a hundred a group, in the order of the tree. */
const functionRows = functionTree.flatMap((group, at) => {
  const id = (at + 1) * 100;
  const head = {
    id,
    parentId: 0,
    parentIds: "0",
    name: group.name,
    nameEn: group.nameEn,
    url: "",
    code: "",
    icon: `${group.icon},${group.icon}-active`,
    help: "",
    built: true,
    headOffice: false,
  };
  const entries = group.functions.map((entry, place) => ({
    id: id + place + 1,
    parentId: id,
    parentIds: `0,${id}`,
    name: entry.name,
    nameEn: entry.nameEn,
    url: entry.url,
    code: entry.code,
    icon: "",
    help: entry.help ?? "",
    built: entry.on ?? false,
    headOffice: entry.headOffice ?? false,
  }));
  return [head, ...entries];
});

const buttonRows = Object.entries(buttons).flatMap(([funCode, codes]) =>
  codes.map(([code, name, nameEn]) => ({ funCode, code, name, nameEn })),
);

/** Writes what is new or changed: at an ordinary start nothing, not even the lock of a row. */
async function seedFunctions(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    insert into fun (id, parent_id, parent_ids, fun_name, fun_name_en, fun_url, fun_code, fun_ico, description, use_flag,
      enabled, built, head_office, sort)
    select id, "parentId", "parentIds", name, "nameEn", url, code, icon, help, case when help = '' then 'F' else 'T' end,
      built, built, "headOffice", id
    from json_to_recordset(${JSON.stringify(functionRows)}::json) as t (id integer, "parentId" integer,
      "parentIds" text, name text, "nameEn" text, url text, code text, icon text, help text, built boolean,
      "headOffice" boolean)
    where not exists (
      select from fun f
      where (f.id, f.built, f.enabled, f.fun_url, f.head_office)
        = (t.id, t.built, t.built and coalesce(f.switched, true), t.url, t."headOffice")
    )
    on conflict (id) do update
      set built = excluded.built,
          -- What an administrator switched off stays off.
          enabled = excluded.built and coalesce(fun.switched, true),
          fun_url = excluded.fun_url,
          head_office = excluded.head_office
  `);
  await tx.execute(sql`
    insert into button (code, fun_code, name, name_en)
    select code, "funCode", name, "nameEn"
    from json_to_recordset(${JSON.stringify(buttonRows)}::json) as t (code text, "funCode" text, name text, "nameEn" text)
    on conflict (code) do nothing
  `);
}
