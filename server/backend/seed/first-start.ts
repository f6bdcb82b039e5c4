/** What a first start creates: head office, the function tree, parameters, dictionaries, areas, roles, the administrator. */
import { and, eq, inArray, sql } from "drizzle-orm";
import { parameterCodes, parameterDefaults, parameterDefinitions } from "~/contract/platform/parameter-definitions";
import { headOffice } from "~/contract/wire";
import type { Database, Transaction } from "../db/database";
import { administrator } from "../kernel/access";
import { hashPassword, randomPassword } from "../platform/password";
import { account, button, corp, fun, role, roleGrant, sysParam } from "../platform/schema";
import { seedAreas } from "./areas";
import { buttons } from "./buttons";
import { seedDictionaries } from "./dictionary-rows";
import { functionTree } from "./functions";
import { roles } from "./roles";

export interface FirstStart {
  /** Told once; null when the administrator was there already. */
  firstPassword: string | null;
}

/** Idempotent: the function tree and the dictionaries are brought up to date at every start, the rest is created once. */
export async function seedFirstStart(database: Database, adminPassword?: string): Promise<FirstStart> {
  return database.system(async (tx) => {
    await seedFunctions(tx);
    const [known] = await tx.select({ id: account.id }).from(account).where(eq(account.id, 1));
    if (known) {
      await seedDictionaries(tx);
      return { firstPassword: null };
    }
    await seedAreas(tx);
    await createCorp(tx, headOffice, "总部");
    const firstPassword = adminPassword ?? randomPassword();
    await tx.execute(sql`select setval(pg_get_serial_sequence('account', 'id'), 1, false)`);
    await tx.insert(account).values({
      corpCode: headOffice,
      accName: "admin",
      name: "系统管理员",
      accType: administrator,
      passwordHash: await hashPassword(firstPassword),
      isRealName: "T",
    });
    return { firstPassword };
  });
}

/** A tenant with its own parameters, dictionaries and roles. */
export async function createCorp(tx: Transaction, corpCode: string, name: string): Promise<void> {
  await tx.execute(sql`select set_config('app.corp_code', ${corpCode}, true)`);
  await tx.insert(corp).values({ corpCode, name });
  const ofPlatform = await platformParameters(tx);
  await tx.insert(sysParam).values(
    parameterCodes.map((paramCode) => ({
      paramCode,
      paramOption: ofPlatform.get(paramCode) ?? parameterDefaults[paramCode],
    })),
  );
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

/** What head office sets for all: a new tenant begins with it. */
async function platformParameters(tx: Transaction): Promise<Map<string, string>> {
  const shared = parameterCodes.filter((code) => parameterDefinitions[code].scope === "platform");
  const rows = await tx
    .select({ code: sysParam.paramCode, value: sysParam.paramOption })
    .from(sysParam)
    .where(and(eq(sysParam.corpCode, headOffice), inArray(sysParam.paramCode, shared)));
  return new Map(rows.map(({ code, value }) => [code, value]));
}

/** Ids are stable: a hundred a group, in the order of the tree. */
async function seedFunctions(tx: Transaction): Promise<void> {
  const rows = functionTree.flatMap((group, at) => {
    const id = (at + 1) * 100;
    const head = {
      id,
      parentId: 0,
      parentIds: "0",
      funName: group.name,
      funNameEn: group.nameEn,
      funIco: `${group.icon},${group.icon}-active`,
      enabled: true,
      sort: id,
    };
    const entries = group.functions.map((entry, place) => ({
      id: id + place + 1,
      parentId: id,
      parentIds: `0,${id}`,
      funName: entry.name,
      funNameEn: entry.nameEn,
      funUrl: entry.url,
      funCode: entry.code,
      description: entry.help ?? "",
      useFlag: entry.help ? "T" : "F",
      enabled: entry.on ?? false,
      built: entry.on ?? false,
      headOffice: entry.headOffice ?? false,
      sort: id + place + 1,
    }));
    return [head, ...entries];
  });
  await tx
    .insert(fun)
    .values(rows)
    .onConflictDoUpdate({
      target: fun.id,
      set: {
        built: sql`excluded.built`,
        // What an administrator switched off stays off.
        enabled: sql`excluded.built and coalesce(${fun.switched}, true)`,
        funUrl: sql`excluded.fun_url`,
        headOffice: sql`excluded.head_office`,
      },
    });
  await tx
    .insert(button)
    .values(
      Object.entries(buttons).flatMap(([funCode, codes]) =>
        codes.map(([code, name, nameEn]) => ({ code, funCode, name, nameEn })),
      ),
    )
    .onConflictDoNothing();
}
