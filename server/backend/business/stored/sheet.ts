/** A stored-value card with the layout of its type. Numbers of documents are masked, whoever prints. */
import { sql } from "drizzle-orm";
import { maskIdentity } from "~/contract/mask-identity";
import { storedSheet } from "~/contract/stored/sheet";
import { businessDay } from "../../kernel/business-time";
import { NotFound } from "../../kernel/refusal";
import { firstOf } from "../../kernel/rows";
import { type Served, serve } from "../../kernel/served";
import { readType } from "../card/read-type";
import { layoutOfType } from "../card/template";
import { ownName } from "../platform/parameter";
import { readCard } from "./read-card";

export const sheetServed: Served = serve(storedSheet, async (call, { id }) => {
  const card = await readCard(call, sql`c.id = ${id}`);
  if (!card) throw new NotFound();
  const own = await firstOf<{ name: string }>(call.db, sql`select ${ownName} as name`);
  const { name, places } = await readType(call, card.cardTypeId);
  return {
    ...{ number: card.number, typeName: name, layout: await layoutOfType(call, card.cardTypeId) },
    ...{ corpName: own?.name ?? "", holder: card.holderName ?? "", identity: maskIdentity(card.identity ?? "") },
    validFrom: card.validTo === null || card.soldAt === null ? "" : businessDay(new Date(card.soldAt)),
    ...{ validTo: card.validTo ?? "", parks: [...new Set(places.map(({ parkName }) => parkName))], photo: null },
  };
});
