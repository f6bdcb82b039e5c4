/** Keeping dictionaries. What the product itself asks for by its code stays; the words for it are the corp's own. */
import { and, eq, inArray, ne } from "drizzle-orm";
import { m } from "~/contract/messages";
import * as contract from "~/contract/platform/dictionary";
import { productDictionaries } from "~/contract/product-dictionaries";
import { usersOfValue } from "../../kernel/dictionary-use";
import { Invalid, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { Values } from "../../kernel/resource-backend";
import type { Call, Served } from "../../kernel/served";
import { dictItem, dictType } from "./dictionary-schema";

async function typeOf({ db }: Call, code: unknown) {
  const [found] = await db
    .select()
    .from(dictType)
    .where(eq(dictType.code, String(code)))
    .for("update");
  return found;
}

async function checkItem(call: Call, values: Values, before: Values | null): Promise<void> {
  const code = before?.dictType ?? values.dictType;
  // Held until the end: of two defaults of one dictionary at once the later one stays.
  const type = await typeOf(call, code);
  if (!type) throw new Invalid({ dictType: [m.v_option()] });
  if (!before) {
    if (!type.open) throw new Refusal(m.system_dict_closed({ name: type.name }));
    // A name that stands beside the items for all of them.
    const value = String(values.value);
    if (productDictionaries[String(code)]?.reserved?.includes(value.toLowerCase()))
      throw new Invalid({ value: [m.ops_code_taken({ code: value })] });
  }
  if (values.isDefault !== true) return;
  const others = and(eq(dictItem.dictType, String(code)), ne(dictItem.value, String(before?.value ?? values.value)));
  await call.db
    .update(dictItem)
    .set({ isDefault: false })
    .where(and(others, eq(dictItem.isDefault, true)));
}

/** Items of a dictionary that the program itself asks for stay as they are. */
async function whyFixed({ db }: Call, items: readonly { dictType: string }[]): Promise<(string | null)[]> {
  const types = await db
    .select({ code: dictType.code, name: dictType.name, open: dictType.open })
    .from(dictType)
    .where(inArray(dictType.code, [...new Set(items.map((item) => item.dictType))]));
  const known = new Map(types.map((type) => [type.code, type]));
  return items.map(({ dictType: code }) => {
    const type = known.get(code);
    return type?.open ? null : m.system_dict_closed({ name: type?.name ?? code });
  });
}

async function usersOfItem(call: Call, id: number): Promise<string[]> {
  const [item] = await call.db.select().from(dictItem).where(eq(dictItem.id, id));
  if (!item) return [];
  if (item.system) throw new Refusal(m.system_dict_protected({ name: item.label }));
  const users = await usersOfValue(call, item.dictType, item.value);
  return users.map(({ title, n }) => m.system_dict_users({ title, n }));
}

async function refuseProductType(call: Call, id: number): Promise<string[]> {
  const [type] = await call.db.select().from(dictType).where(eq(dictType.id, id));
  if (type?.system) throw new Refusal(m.system_dict_protected({ name: type.name }));
  return [];
}

export const dictionaryServed: Served[] = [
  ...serveResource(contract.dictItem, {
    table: dictItem,
    check: checkItem,
    dependents: usersOfItem,
    commands: { suspend: { mayNot: whyFixed }, resume: { mayNot: whyFixed } },
  }),
  ...serveResource(contract.dictType, {
    table: dictType,
    check: (_call, { code }, before) => {
      if (!before && String(code).toLowerCase() === contract.typesDictionary.toLowerCase())
        throw new Invalid({ code: [m.ops_code_taken({ code: String(code) })] });
    },
    dependents: refuseProductType,
  }),
];
