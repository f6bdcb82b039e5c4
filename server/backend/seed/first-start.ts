/** What a first start creates: head office, the function tree, parameters, dictionaries, areas, roles, the administrator. */
import { randomInt } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { otherParameters, publicParameters } from "~/contract/platform/parameter";
import { headOffice } from "~/contract/wire";
import type { Database, Transaction } from "../db/database";
import { administrator } from "../kernel/access";
import { hashPassword } from "../platform/password";
import { account, button, corp, dictItem, fun, role, roleGrant, sysParam } from "../platform/schema";
import { seedAreas } from "./areas";
import { dictionaries } from "./dictionaries";
import { buttons, functionTree } from "./functions";
import { roles } from "./roles";

export interface FirstStart {
  /** Told once; null when the administrator was there already. */
  firstPassword: string | null;
}

/** Idempotent: the function tree is brought up to date at every start, the rest is created once. */
export async function seedFirstStart(database: Database, adminPassword?: string): Promise<FirstStart> {
  return database.system(async (tx) => {
    await seedFunctions(tx);
    const [known] = await tx.select({ id: account.id }).from(account).where(eq(account.id, 1));
    if (known) return { firstPassword: null };
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
  await tx.insert(sysParam).values(
    Object.entries({ ...publicParameters, ...otherParameters }).map(([paramCode, paramOption]) => ({
      paramCode,
      paramOption,
    })),
  );
  await tx
    .insert(dictItem)
    .values(
      Object.entries(dictionaries).flatMap(([dictType, items]) =>
        items.map(([value, label, labelEn], sort) => ({ dictType, value, label, labelEn, sort })),
      ),
    );
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
      enabled: group.functions.some((entry) => entry.on),
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
      sort: id + place + 1,
    }));
    return [head, ...entries];
  });
  await tx
    .insert(fun)
    .values(rows)
    .onConflictDoUpdate({ target: fun.id, set: { enabled: sql`excluded.enabled`, funUrl: sql`excluded.fun_url` } });
  await tx
    .insert(button)
    .values(
      Object.entries(buttons).flatMap(([funCode, codes]) =>
        codes.map(([code, name, nameEn]) => ({ code, funCode, name, nameEn })),
      ),
    )
    .onConflictDoNothing();
}

/** Twelve characters that nobody confuses, with every class the rule asks for. */
function randomPassword(): string {
  const pick = (alphabet: string) => alphabet[randomInt(alphabet.length)] ?? "x";
  const letters = Array.from({ length: 9 }, () => pick("abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789"));
  return [pick("ABCDEFGHJKMNPQRSTUVWXYZ"), ...letters, pick("23456789"), pick("#@*&%")].join("");
}
