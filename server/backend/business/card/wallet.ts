/** Cards on phones: links that are given out and taken back, and the page that a link opens. */
import { sql } from "drizzle-orm";
import { issueWallet, revokeWallet, type WalletView, walletCard } from "~/contract/card/wallet";
import { stepOf, walletText } from "~/contract/card/wallet-code";
import { m } from "~/contract/messages";
import { LastUsed } from "../../../last-used";
import { asOwner } from "../../kernel/as-owner";
import { businessDay } from "../../kernel/business-time";
import { dictionariesOf } from "../../kernel/dictionaries";
import { maskIdentity } from "../../kernel/mask";
import { NotFound, Refusal } from "../../kernel/refusal";
import { firstOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import { photosOf } from "./card";
import { orMeanwhile } from "./keep-card";
import { noteStep } from "./log";
import { type ReadType, readType } from "./read-type";
import { cardWallet } from "./schema";
import { hashOf, marksOf, newLink, secondsLeft, shownByOthers } from "./wallet-links";

const own = sql`current_setting('app.corp_code')`;

interface Card {
  id: number;
  number: string;
  status: string;
  cardTypeId: number;
}

async function lockedCard({ db }: Call, id: number): Promise<Card> {
  const card = await firstOf<Card>(
    db,
    sql`
      select id::float8 as id, number, status, card_type_id::float8 as "cardTypeId"
      from season_card
      where corp_code = ${own} and id = ${id} and employee_id is null
      for update
    `,
  );
  if (!card) throw new NotFound();
  return card;
}

async function revoke({ db, now }: Call, cardId: number): Promise<boolean> {
  const gone = await firstOf(
    db,
    sql`
      update card_wallet
      set revoked_at = ${now.toISOString()}::timestamptz
      where corp_code = ${own} and card_id = ${cardId} and revoked_at is null
      returning id
    `,
  );
  return gone !== undefined && gone !== null;
}

const issue = serve(issueWallet, async (call, { cardId }) => {
  const card = await lockedCard(call, cardId);
  const type = await readType(call, card.cardTypeId);
  if (!type.wallet) throw new Refusal(m.card_wallet_not({ type: type.name }));
  if (!["sold", "active"].includes(card.status)) throw new Refusal(m.card_wallet_state());
  await revoke(call, cardId);
  const { path, tokenHash } = newLink(call);
  await orMeanwhile(() =>
    call.db.insert(cardWallet).values({ cardId, tokenHash, issuedAt: call.now, issuedBy: call.caller.name }),
  );
  await noteStep(call, { cardId, step: "walletIssue" });
  call.audit({ thing: "seasonCard", thingId: cardId, label: card.number });
  return { path, number: card.number };
});

const takeBack = serve(revokeWallet, async (call, { cardId }) => {
  const card = await lockedCard(call, cardId);
  if (!(await revoke(call, cardId))) throw new Refusal(m.card_wallet_none());
  await noteStep(call, { cardId, step: "walletRevoke" });
  call.audit({ thing: "seasonCard", thingId: cardId, label: card.number });
  return { number: card.number };
});

/** Since when the link of a card is out; "" where none is. */
export async function walletSince({ db }: Pick<Call, "db">, cardId: number): Promise<string | null> {
  const found = await firstOf<{ at: string }>(
    db,
    sql`
      select issued_at as at from card_wallet
      where corp_code = ${own} and card_id = ${cardId} and revoked_at is null
    `,
  );
  return found?.at ?? null;
}

/** Within a minute, of one link; and of links that are none, from one address. Counted in this process's memory. */
const most = { opens: 30, misses: 20 };
const minute = 60_000;
interface Count {
  since: number;
  n: number;
}
const counts = new WeakMap<object, LastUsed<Count>>();

function counted({ backend, now }: Call, key: string, add: boolean): number {
  const known = counts.get(backend) ?? new LastUsed<Count>(20_000);
  counts.set(backend, known);
  const before = known.get(key);
  const count = before && now.getTime() - before.since < minute ? before : { since: now.getTime(), n: 0 };
  if (add) known.set(key, { ...count, n: count.n + 1 });
  return count.n;
}

interface Shown extends Card {
  walletId: number;
  holderName: string | null;
  identity: string | null;
  validFrom: string | null;
  validTo: string | null;
  photos: string | null;
  fields: string[] | null;
  corpName: string;
}

const nothing = { tooOften: false, card: null };

const open = serve(walletCard, async (call, { token, clientAddress = "" }) => {
  const hash = hashOf(token);
  const from = `address ${clientAddress}`;
  if (counted(call, from, false) >= most.misses || counted(call, hash, false) >= most.opens)
    return { tooOften: true, card: null };
  const { corpCode } = call.caller;
  const isOpen = await asOwner(call, () =>
    firstOf(call.db, sql`select 1 as one from corp_zone where corp_code = ${corpCode} and status = 'T'`),
  );
  const card = isOpen ? await viewOfLink(call, hash) : null;
  if (!card) {
    counted(call, from, true);
    return nothing;
  }
  counted(call, hash, true);
  return { tooOften: false, card };
});

async function viewOfLink(call: Call, hash: string): Promise<WalletView | null> {
  const found = await shownOf(call, hash);
  return found ? viewOf(call, found, await readType(call, found.cardTypeId)) : shownByOthers(call, hash);
}

async function shownOf({ db }: Call, hash: string): Promise<Shown | null> {
  const found = await firstOf<Shown>(
    db,
    sql`
      select w.id::float8 as "walletId", c.id::float8 as id, c.number, c.status, c.card_type_id::float8 as "cardTypeId",
             c.holder_name as "holderName", c.identity, c.valid_from::text as "validFrom", c.valid_to::text as "validTo",
             c.photos, p.wallet_fields as fields, coalesce((select name from own_corp), '') as "corpName"
      from card_wallet w
      join season_card c on c.corp_code = w.corp_code and c.id = w.card_id
      join card_type t on t.corp_code = c.corp_code and t.id = c.card_type_id
      left join card_template p on p.corp_code = t.corp_code and p.id = t.card_template_id and p.status = 'T'
      where w.corp_code = ${own} and w.token_hash = ${hash} and w.revoked_at is null
    `,
  );
  return found ?? null;
}

/** Without a template, or where it says nothing of phones. */
const usualFields = ["holder", "valid", "parks"];

async function viewOf(call: Call, card: Shown, type: ReadType): Promise<WalletView> {
  const { now, locale } = call;
  const { cardState = [], cardPrintField = [] } = await dictionariesOf(
    call.db,
    ["cardState", "cardPrintField"],
    locale,
  );
  const today = businessDay(now);
  const good = card.status === "active" && (card.validTo ?? "") >= today && (card.validFrom ?? "") <= today;
  const { validFrom, validTo, corpName } = card;
  const values: Record<string, string> = {
    ...{ holder: card.holderName ?? "", typeName: type.name, corpName, identity: maskIdentity(card.identity ?? "") },
    // Where the code changes, the number that never does would open the gate as well: nobody is to copy it from a picture.
    number: type.walletRotates ? `…${card.number.slice(-4)}` : card.number,
    valid: validFrom && validTo ? m.sale_valid_range({ from: validFrom, to: validTo }) : "",
    parks: [...new Set(type.places.map(({ parkName }) => parkName))].join(m.words_comma()),
  };
  const [photo] = type.asksPhoto ? photosOf(card) : [];
  return {
    ...{ typeName: type.name, corpName, good },
    stateName: cardState.find(({ value }) => value === card.status)?.label ?? "",
    fields: (card.fields?.length ? card.fields : usualFields).flatMap((field) => {
      const label = cardPrintField.find(({ value }) => value === field)?.label ?? "";
      const value = values[field] ?? "";
      return value === "" ? [] : [{ label, value }];
    }),
    photo: photo === undefined ? "" : (call.linkTo?.(photo) ?? ""),
    code: good ? codeOf(call, card, type) : "",
    seconds: good && type.walletRotates ? secondsLeft(now) : 0,
    ...{ pays: false, movements: [] },
  };
}

function codeOf(call: Call, { walletId: id, number }: Shown, { walletRotates }: ReadType): string {
  if (!walletRotates) return number;
  const step = stepOf(call.now);
  const [mark] = marksOf(call, { id, step });
  return mark ? walletText({ id, step, mark }) : "";
}

export const walletServed: Served[] = [issue, takeBack, open];
