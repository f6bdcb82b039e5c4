/** The counter for cards: what is sold, what was found, and of one card each step with its price or why not. */
import { sql } from "drizzle-orm";
import { type CardState, seasonCard as resource } from "~/contract/card/card";
import { type CardView, cardCounter } from "~/contract/card/counter";
import { typedWalletCode } from "~/contract/card/wallet-code";
import { documentNames } from "~/contract/document-kinds";
import { documentIn } from "~/contract/document-numbers";
import { stamp } from "../../kernel/business-time";
import { dictionariesOf } from "../../kernel/dictionaries";
import { masked, maskIdentity, maskMobile } from "../../kernel/mask";
import { NotFound } from "../../kernel/refusal";
import { firstOf, rowsOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import { shiftStanding } from "../order/shift";
import { openShiftOf } from "../order/shift-store";
import { counterOptions, typesAt } from "../ticket/sale-options";
import { backOfCard } from "./cancel";
import { type Card, cardCommands, photosOf } from "./card";
import { type Holder, holdersOf } from "./keep-card";
import { chargesOf, priceOfRenewal, priceOfReplacement, priceOfSale, priceOfUpgrade, shownPrice } from "./price";
import { type ReadType, readType, readTypes } from "./read-type";
import { nextOf } from "./replaced-by";
import { saidOf } from "./said";
import { sentencesOf } from "./says";
import { seasonCard } from "./schema";
import { stockOf } from "./stock";
import { walletSince } from "./wallet";
import { cardOfCode } from "./wallet-gate";

export const counterServed: Served = serve(cardCounter, async (call, { find = "", cardId }) => {
  const types = (await readTypes(call, null)).filter(({ kind, places }) => kind !== "stored" && places.length > 0);
  const stocks = await stockOf(call, types);
  const options = await counterOptions(call);
  const till = (await openShiftOf(call))?.posId ?? null;
  const states = await stateNames(call);
  const code = typedWalletCode(find);
  const ofPhone = code && (await cardOfCode(call, code));
  const found = find === "" || code ? [] : await findCards(call, find, states);
  const [only, another] = found;
  const shown = cardId ?? ofPhone?.cardId ?? (another ? undefined : only?.id);
  return {
    types: types.map((type) => ({ ...offerOf(type, call.now), stock: stocks.get(type.id) ?? null })),
    paymentTypes: typesAt(options, till),
    shift: await shiftStanding(call),
    maySell: await call.may("seasonCard:sell"),
    found,
    findWhyNot: ofPhone?.whyNot ?? "",
    card: shown === undefined ? null : await viewOf(call, shown, states),
  };
});

function offerOf(type: ReadType, now: Date) {
  const { id, name, price, holdersMost, asksIdentity, asksMobile, asksPhoto } = type;
  const sale = shownPrice(priceOfSale(type, now));
  return { id, name, price, holdersMost, asksIdentity, asksMobile, asksPhoto, sentences: sentencesOf(type), sale };
}

async function stateNames({ db, locale }: Call): Promise<(state: string) => string> {
  const { cardState = [] } = await dictionariesOf(db, ["cardState"], locale);
  return (state) => cardState.find(({ value }) => value === state)?.label ?? "";
}

interface Found {
  id: number;
  number: string;
  typeName: string;
  holderName: string | null;
  status: string;
  validTo: string | null;
}

/** By what was typed: a number, a mobile, an identity number, or how a name begins. */
async function findCards(call: Call, find: string, nameOf: (state: string) => string) {
  const identity = documentIn(find)?.identity ?? find.toUpperCase();
  const prefix = `${find.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const rows = await rowsOf<Found>(
    call.db,
    sql`
      with hit as (
        select id from season_card where number_key = ${find.toLowerCase()}
        union
        select id from season_card where mobile = ${find}
        union
        (select card_id from season_card_holder where identity = ${identity} and identity <> '' order by id desc limit 20)
        union
        (select card_id from season_card_holder where name like ${prefix} order by id desc limit 20)
      )
      select c.id::float8 as id, c.number, t.name as "typeName", c.holder_name as "holderName", c.status,
             c.valid_to::text as "validTo"
      from hit
      join season_card c on c.corp_code = current_setting('app.corp_code') and c.id = hit.id
      join card_type t on t.corp_code = c.corp_code and t.id = c.card_type_id
      order by c.id desc
      limit 20
    `,
  );
  return rows.map(({ status, holderName, validTo, ...row }) => ({
    ...row,
    ...{ holderName: holderName ?? "", stateName: nameOf(status), validTo: validTo ?? "" },
  }));
}

async function cardOf({ db }: Call, id: number): Promise<Card> {
  const card = await firstOf<Card>(
    db,
    sql`
      select id::float8 as id, row_version as "rowVersion", number, email, card_type_id::float8 as "cardTypeId", status,
             holder_name as "holderName", identity, mobile, holders, valid_from::text as "validFrom",
             valid_to::text as "validTo", visits, deposit::float8 as deposit, frozen_for as "frozenFor", photos, remark,
             deposit_id::float8 as "depositId", held_from as "heldFrom"
      from season_card
      where corp_code = current_setting('app.corp_code') and id = ${id}
    `,
  );
  if (!card) throw new NotFound();
  return card;
}

async function viewOf(call: Call, id: number, nameOf: (state: string) => string): Promise<CardView> {
  const card = await cardOf(call, id);
  const type = await readType(call, card.cardTypeId);
  const maySee = await call.may("sensitive:view");
  const holders = await holdersOf(call, id);
  const charges = await chargesOf(call, id);
  const backs = card.status === "stock" ? [] : await backOfCard(call, card, type);
  return {
    ...{
      id,
      number: card.number,
      typeName: type.name,
      state: card.status as CardState,
      stateName: nameOf(card.status),
    },
    ...{
      validFrom: card.validFrom ?? "",
      validTo: card.validTo ?? "",
      visits: card.visits ?? 0,
      deposit: card.deposit ?? 0,
    },
    holders: holders.map(({ name, document, identity }) => ({
      name,
      document: documentNames[document](),
      // The page masks for everybody: the card's own page tells the number to who may see it.
      identity: maskIdentity(identity),
    })),
    replacedBy: await nextOf(call, seasonCard, id),
    mobile: maySee ? (card.mobile ?? "") : maskMobile(card.mobile ?? ""),
    email: String(maySee ? (card.email ?? "") : masked("email", card.email ?? "")),
    photos: photosOf(card).length,
    photoFiles: photosOf(card),
    rowVersion: card.rowVersion ?? 0,
    mayPhotos: card.status !== "stock" && (await call.may("seasonCard:edit")),
    sentences: sentencesOf(type, charges),
    history: await historyOf(call, id),
    steps: await stepsOf(call, card, type),
    upgrades: await upgradesOf(call, card, { from: type, holders }),
    back: {
      amount: backs.reduce((sum, { amount }) => sum + amount, 0),
      deposit: card.deposit ?? 0,
      nothingPaid: card.status !== "stock" && charges.length === 0,
    },
    wallet: await walletOf(call, card, type),
  };
}

async function walletOf(call: Call, { id, status }: Card, { wallet, walletRotates }: ReadType) {
  const since = await walletSince(call, id);
  const may = wallet && ["sold", "active"].includes(status) && (await call.may("seasonCard:wallet"));
  return { may, since: since === null ? "" : stamp(since), rotates: walletRotates };
}

async function historyOf({ db, locale }: Call, cardId: number): Promise<CardView["history"]> {
  const { cardStep = [] } = await dictionariesOf(db, ["cardStep"], locale);
  const rows = await rowsOf<{ at: string; step: string; amount: number; orderNo: string; said: string; by: string }>(
    db,
    sql`
      select at, step, amount::float8 as amount, coalesce(order_no, '') as "orderNo", coalesce(said, '') as said,
             account_name as by
      from season_card_log
      where corp_code = current_setting('app.corp_code') and card_id = ${cardId}
      order by id desc
      limit 50
    `,
  );
  return rows.reverse().map(({ at, step, said, ...row }) => ({
    ...{ ...row, said: saidOf(said) },
    at: stamp(at),
    stepName: cardStep.find(({ value }) => value === step)?.label ?? "",
  }));
}

async function stepsOf(call: Call, card: Card, type: ReadType): Promise<CardView["steps"]> {
  const steps: CardView["steps"] = [];
  for (const [name, command] of Object.entries(resource.commands)) {
    const from: readonly string[] | undefined = command.from;
    if ((from && !from.includes(card.status)) || !(await call.may(command.button))) continue;
    // A card for one, or one that everybody has, is offered no more.
    if (name === "addHolder" && (card.holders ?? 1) >= type.holdersMost) continue;
    const own = cardCommands[name as keyof typeof cardCommands];
    const [whyNot] = typeof own === "object" ? ((await own.mayNot?.(call, [card])) ?? []) : [];
    const price =
      name === "renew"
        ? shownPrice(priceOfRenewal(type, card, call.now))
        : name === "replace"
          ? shownPrice(priceOfReplacement(type, card))
          : null;
    steps.push({ step: name, label: command.label(), price, whyNot: whyNot ?? "" });
  }
  return steps;
}

async function upgradesOf(
  call: Call,
  card: Card,
  { from, holders }: { from: ReadType; holders: readonly Holder[] },
): Promise<CardView["upgrades"]> {
  if (from.upgrades.length === 0 || !["sold", "active"].includes(card.status)) return [];
  const charges = await chargesOf(call, card.id);
  const types = await readTypes(
    call,
    from.upgrades.map(({ id }) => id),
  );
  return types.map((to) => ({
    id: to.id,
    name: to.name,
    price: shownPrice(priceOfUpgrade({ from, to, charges, holders }, card, call.now)),
  }));
}
