/** Warehouses and items: their lists and forms, and what keeps them from going. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { prefixPattern } from "~/contract/stock/serial";
import { stockItem as itemResource, stockStore as storeResource } from "~/contract/stock/store";
import { dependsOn } from "../../kernel/depends-on";
import { Invalid } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import { isRows, type Values } from "../../kernel/resource-backend";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { readTypes } from "../card/read-type";
import { typeReference } from "../card/type";
import { parkReference } from "../ticket/park";
import { printTemplateReference } from "../ticket/print-template";
import {
  stockAccount,
  stockIn,
  stockInLine,
  stockItem,
  stockItemCardType,
  stockItemTemplate,
  stockOpening,
  stockOut,
  stockOutLine,
  stockRoll,
  stockStore,
  stockWriteOff,
  stockWriteOffLine,
} from "./schema";

export const storeReference = { table: stockStore, name: stockStore.name, status: stockStore.status };
export const itemReference = {
  ...{ table: stockItem, name: stockItem.name, status: stockItem.status },
  also: stockItem.barcode,
};

dependsOn("park", { table: stockStore, by: stockStore.parkId, name: stockStore.name, words: m.stock_park_has_stores });
dependsOn("stockStore", { table: stockAccount, by: stockAccount.storeId, words: m.stock_store_has_stock });
for (const table of [stockIn, stockOut, stockWriteOff])
  dependsOn("stockStore", { table, by: table.storeId, name: table.code, words: m.stock_store_has_bills });
dependsOn("stockStore", {
  table: stockOut,
  by: stockOut.toStoreId,
  name: stockOut.code,
  words: m.stock_store_has_bills,
});
for (const [noun, by] of [
  ["stockStore", stockOpening.storeId],
  ["stockItem", stockOpening.itemId],
] as const)
  dependsOn(noun, { table: stockOpening, by, name: stockOpening.code, words: m.stock_has_opening });
dependsOn("operator", { table: stockRoll, by: stockRoll.sellerId, name: stockRoll.code, words: m.stock_has_rolls });
dependsOn("printTemplate", {
  table: stockItemTemplate,
  by: (id) => sql`print_template_id = ${id}`,
  words: m.stock_template_of_items,
});
dependsOn("cardType", {
  table: stockItemCardType,
  by: (id) => sql`card_type_id = ${id}`,
  words: m.stock_card_type_of_items,
});
for (const [noun, by] of [
  ["stockStore", stockRoll.storeId],
  ["stockItem", stockRoll.itemId],
] as const)
  dependsOn(noun, { table: stockRoll, by, name: stockRoll.code, words: m.stock_has_rolls });
dependsOn("stockItem", { table: stockAccount, by: stockAccount.itemId, words: m.stock_item_has_stock });
for (const table of [stockInLine, stockOutLine, stockWriteOffLine])
  dependsOn("stockItem", { table, by: (id) => sql`item_id = ${id}`, words: m.stock_item_in_lines });

export const storeServed = [
  ...serveResource(storeResource, { table: stockStore, references: { parkId: parkReference } }),
  ...serveResource(itemResource, {
    table: stockItem,
    lines: { templates: stockItemTemplate, cardTypes: stockItemCardType },
    references: {
      "templates.printTemplateId": printTemplateReference,
      "cardTypes.cardTypeId": typeReference,
    },
    check: checkItem,
  }),
];

/** A print takes the number of one blank. */
async function refuseTemplates(db: Call["db"], templates: Values[string] | undefined, id: number): Promise<void> {
  if (!isRows(templates) || templates.length === 0) return;
  const ids = templates.map(({ printTemplateId }) => Number(printTemplateId));
  const taken = await rowsOf<{ templateId: number; name: string }>(
    db,
    sql`
      select t.print_template_id::float8 as "templateId", i.name
      from stock_item_template t
      join stock_item i on i.corp_code = t.corp_code and i.id = t.stock_item_id
      where t.corp_code = current_setting('app.corp_code') and t.stock_item_id <> ${id}
        and t.print_template_id = any (${`{${ids}}`}::bigint[])
    `,
  );
  const errors = taken.map(({ templateId, name }) => [
    `templates.${ids.indexOf(templateId)}.printTemplateId`,
    [m.stock_r_template_of({ item: name })],
  ]);
  if (errors.length > 0) throw new Invalid(Object.fromEntries(errors));
}

/** A card is of one blank, and comes from a roll or from the cards' own batches. */
async function refuseCardTypes(call: Pick<Call, "db">, lines: Values[string] | undefined, id: number): Promise<void> {
  if (!isRows(lines) || lines.length === 0) return;
  const ids = lines.map(({ cardTypeId }) => Number(cardTypeId));
  const taken = await rowsOf<{ typeId: number; name: string }>(
    call.db,
    sql`
      select t.card_type_id::float8 as "typeId", i.name
      from stock_item_card_type t
      join stock_item i on i.corp_code = t.corp_code and i.id = t.stock_item_id
      where t.corp_code = current_setting('app.corp_code') and t.stock_item_id <> ${id}
        and t.card_type_id = any (${`{${ids}}`}::bigint[])
    `,
  );
  const batched = (await readTypes(call, ids)).filter(({ fromStock }) => fromStock);
  const errors = [
    ...taken.map(({ typeId, name }) => ({ typeId, says: m.stock_r_card_type_of({ item: name }) })),
    ...batched.map(({ id: typeId, name }) => ({ typeId, says: m.stock_r_card_type_batched({ type: name }) })),
  ].map(({ typeId, says }) => [`cardTypes.${ids.indexOf(typeId)}.cardTypeId`, [says]]);
  if (errors.length > 0) throw new Invalid(Object.fromEntries(errors));
}

/** How an item is kept is settled before the first piece of it: numbers on paper do not change, and pieces without any get none. */
async function checkItem({ db }: Call, values: Values, before: Values | null): Promise<void> {
  const { serialDigits: digits, serialPrefix: prefix, id } = { ...before, ...values };
  if (digits === null || digits === undefined) values.serialPrefix = null;
  else {
    const plain = String(prefix ?? "")
      .normalize("NFKC")
      .trim()
      .toUpperCase();
    if (!prefixPattern.test(plain)) throw new Invalid({ serialPrefix: [m.stock_r_serial_prefix()] });
    values.serialPrefix = plain === "" ? null : plain;
    const twin = await firstOf<{ name: string }>(
      db,
      sql`
        select name from stock_item
        where corp_code = current_setting('app.corp_code') and serial_digits = ${Number(digits)}
          and coalesce(serial_prefix, '') = ${plain} and id <> ${Number(id ?? 0)}
      `,
    );
    if (twin) throw new Invalid({ serialPrefix: [m.stock_r_serial_twin({ item: twin.name })] });
  }
  await refuseTemplates(db, values.templates, Number(id ?? 0));
  await refuseCardTypes({ db }, values.cardTypes, Number(id ?? 0));
  if (!before) return;
  const same = (name: string) => (before[name] ?? null) === (name in values ? values[name] : before[name]);
  if (same("serialDigits") && same("serialPrefix")) return;
  const kept = await firstOf<{ numbers: boolean; pieces: boolean }>(
    db,
    sql`
      select exists (
        select from stock_serial_log where corp_code = current_setting('app.corp_code') and item_id = ${Number(id)}
      ) as numbers, exists (
        select from stock_account
        where corp_code = current_setting('app.corp_code') and item_id = ${Number(id)} and (quantity > 0 or transit > 0)
      ) as pieces
    `,
  );
  if (kept?.numbers) throw new Invalid({ serialDigits: [m.stock_r_serial_kept()] });
  if (kept?.pieces) throw new Invalid({ serialDigits: [m.stock_r_serial_has()] });
}
