/** Card templates, and a card as the template of its type prints it. */
import { sql } from "drizzle-orm";
import { cardSheet, cardTemplate as resource } from "~/contract/card/template";
import { maskIdentity } from "~/contract/mask-identity";
import { m } from "~/contract/messages";
import { dependsOn } from "../../kernel/depends-on";
import { printLayouts } from "../../kernel/print-layouts";
import { NotFound } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import { firstOf } from "../../kernel/rows";
import { type Call, serve } from "../../kernel/served";
import { photosOf } from "./card";
import { holdersOf } from "./keep-card";
import { readType } from "./read-type";
import { cardTemplateElement, cardType, cardTemplate as table } from "./schema";

dependsOn("cardTemplate", {
  table: cardType,
  by: cardType.cardTemplateId,
  name: cardType.name,
  words: m.card_template_dep,
});

const kept = { templates: table, elements: cardTemplateElement, by: sql.raw("card_template_id") };

interface Printed {
  number: string;
  cardTypeId: number;
  templateId: number | null;
  validFrom: string | null;
  validTo: string | null;
  holderName: string | null;
  photos: string | null;
  corpName: string;
}

/** Null: the type names no template, or one that is out of use. */
export async function layoutOfType(call: Pick<Call, "db">, cardTypeId: number) {
  const found = await firstOf<{ id: number }>(
    call.db,
    sql`
      select p.id::float8 as id
      from card_type t
      join card_template p on p.corp_code = t.corp_code and p.id = t.card_template_id and p.status = 'T'
      where t.corp_code = current_setting('app.corp_code') and t.id = ${cardTypeId}
    `,
  );
  const [layout] = await printLayouts(call, kept, [found?.id ?? null]);
  return layout ?? null;
}

/** What the template of a type shows on phones; none without one in use. */
export async function walletFieldsOf({ db }: Pick<Call, "db">, cardTypeId: number): Promise<string[]> {
  const found = await firstOf<{ fields: string[] }>(
    db,
    sql`
      select p.wallet_fields as fields
      from card_type t
      join card_template p on p.corp_code = t.corp_code and p.id = t.card_template_id and p.status = 'T'
      where t.corp_code = current_setting('app.corp_code') and t.id = ${cardTypeId}
    `,
  );
  return found?.fields ?? [];
}

export const templateServed = [
  ...serveResource(resource, { table, lines: { elements: cardTemplateElement } }),
  serve(cardSheet, async (call, { id }) => {
    const card = await firstOf<Printed>(
      call.db,
      sql`
        select c.number, c.card_type_id::float8 as "cardTypeId", p.id::float8 as "templateId", c.photos,
               c.valid_from::text as "validFrom", c.valid_to::text as "validTo", c.holder_name as "holderName",
               coalesce((select name from own_corp), '') as "corpName"
        from season_card c
        join card_type t on t.corp_code = c.corp_code and t.id = c.card_type_id
        left join card_template p on p.corp_code = t.corp_code and p.id = t.card_template_id and p.status = 'T'
        where c.corp_code = current_setting('app.corp_code') and c.id = ${id}
      `,
    );
    if (!card) throw new NotFound();
    const [type, holders, [layout]] = [
      await readType(call, card.cardTypeId),
      await holdersOf(call, id),
      await printLayouts(call, kept, [card.templateId]),
    ];
    return {
      ...{ number: card.number, typeName: type.name, layout: layout ?? null, corpName: card.corpName },
      ...{ validFrom: card.validFrom ?? "", validTo: card.validTo ?? "", holder: card.holderName ?? "" },
      identity: maskIdentity(holders[0]?.identity ?? ""),
      parks: [...new Set(type.places.map(({ parkName }) => parkName))],
      photo: photosOf(card)[0] ?? null,
    };
  }),
];
