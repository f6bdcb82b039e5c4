/** Stored-value cards on phones: links that are given out and taken back, and what a link shows. */
import { sql } from "drizzle-orm";
import type { WalletView } from "~/contract/card/wallet";
import { stepOf, walletText } from "~/contract/card/wallet-code";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { issueStoredWallet, revokeStoredWallet } from "~/contract/stored/wallet";
import { businessDay, stamp } from "../../kernel/business-time";
import { dictionariesOf } from "../../kernel/dictionaries";
import { maskIdentity } from "../../kernel/mask";
import { NotFound, Refusal } from "../../kernel/refusal";
import { firstOf, rowsOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import { orMeanwhile } from "../card/keep-card";
import { type ReadType, readType } from "../card/read-type";
import { walletFieldsOf } from "../card/template";
import { marksOf, newLink, secondsLeft } from "../card/wallet-links";
import { ownName } from "../platform/parameter";
import { noteStep } from "./log";
import { type ReadCard, readCard } from "./read-card";
import { storedWallet } from "./schema";

const own = sql`current_setting('app.corp_code')`;
/** Marks of these cards are none of an annual card's. */
export const place = "stored.wallet";
/** Movements that a phone shows. */
const most = 10;

async function lockedCard(call: Call, id: number): Promise<ReadCard> {
  const card = await readCard(call, sql`c.id = ${id}`, sql`for update of c`);
  if (!card) throw new NotFound();
  return card;
}

async function revoke({ db, now }: Call, cardId: number): Promise<boolean> {
  const gone = await firstOf(
    db,
    sql`
      update stored_wallet
      set revoked_at = ${now.toISOString()}::timestamptz
      where corp_code = ${own} and card_id = ${cardId} and revoked_at is null
      returning id
    `,
  );
  return gone !== undefined;
}

const issue = serve(issueStoredWallet, async (call, { cardId }) => {
  const card = await lockedCard(call, cardId);
  const type = await readType(call, card.cardTypeId);
  if (!type.wallet) throw new Refusal(m.card_wallet_not({ type: type.name }));
  if (card.status !== "active") throw new Refusal(m.stored_wallet_state());
  await revoke(call, cardId);
  const { path, tokenHash } = newLink(call);
  const row = { cardId, tokenHash, issuedAt: call.now, issuedBy: call.caller.name };
  await orMeanwhile(() => call.db.insert(storedWallet).values(row));
  await noteStep(call, { cardId, step: "walletIssue" });
  call.audit({ thing: "smartCard", thingId: cardId, label: card.number });
  return { path, number: card.number };
});

const takeBack = serve(revokeStoredWallet, async (call, { cardId }) => {
  const card = await lockedCard(call, cardId);
  if (!(await revoke(call, cardId))) throw new Refusal(m.card_wallet_none());
  await noteStep(call, { cardId, step: "walletRevoke" });
  call.audit({ thing: "smartCard", thingId: cardId, label: card.number });
  return { number: card.number };
});

/** For the counter: whether one may be given out, and since when one is. */
export async function walletOf(call: Call, { id, status }: ReadCard, { wallet, walletRotates }: ReadType) {
  const found = await firstOf<{ at: string }>(
    call.db,
    sql`
      select issued_at as at from stored_wallet
      where corp_code = ${own} and card_id = ${id} and revoked_at is null
    `,
  );
  const may = wallet && status === "active" && (await call.may("smartCard:wallet"));
  return { may, since: found ? stamp(found.at) : "", rotates: walletRotates };
}

/** What the page shows of the card of a link. One that is lost, replaced or cancelled shows its state and nothing else. */
export async function showStored(call: Call, tokenHash: string): Promise<WalletView | null> {
  const link = await firstOf<{ id: number; cardId: number; corpName: string }>(
    call.db,
    sql`
      select id::float8 as id, card_id::float8 as "cardId", ${ownName} as "corpName"
      from stored_wallet
      where corp_code = ${own} and token_hash = ${tokenHash} and revoked_at is null
    `,
  );
  const card = link && (await readCard(call, sql`c.id = ${link.cardId}`));
  if (!link || !card) return null;
  const type = await readType(call, card.cardTypeId);
  const { storedState = [] } = await dictionariesOf(call.db, ["storedState"], call.locale);
  const isActive = card.status === "active";
  const good = isActive && (card.validTo === null || card.validTo >= businessDay(call.now));
  const shown = isActive && type.walletBalance;
  const { corpName } = link;
  return {
    ...{ typeName: type.name, corpName, good, pays: true, photo: "" },
    stateName: storedState.find(({ value }) => value === card.status)?.label ?? "",
    fields: isActive ? [...(await fieldsOf(call, card, type, corpName)), ...(shown ? balancesOf(card) : [])] : [],
    movements: shown ? await movementsOf(call, card.id) : [],
    code: good ? codeOf(call, link.id, card, type) : "",
    seconds: good && type.walletRotates ? secondsLeft(call.now) : 0,
  };
}

const balancesOf = ({ principal, gift }: ReadCard) => [
  { label: m.stored_principal(), value: `¥${formatYuan(principal)}` },
  { label: m.stored_gift(), value: `¥${formatYuan(gift)}` },
];

/** By the template of its type; without one whose it is and until when. */
async function fieldsOf(call: Call, card: ReadCard, type: ReadType, corpName: string): Promise<WalletView["fields"]> {
  const { cardPrintField = [] } = await dictionariesOf(call.db, ["cardPrintField"], call.locale);
  const { holderName, identity, number, soldAt, validTo } = card;
  const from = soldAt === null ? "" : businessDay(new Date(soldAt));
  const values: Record<string, string> = {
    ...{ holder: holderName ?? "", typeName: type.name, corpName, identity: maskIdentity(identity ?? "") },
    // Where the code changes, the number that never does would pay as well: nobody is to copy it from a picture.
    number: type.walletRotates ? `…${number.slice(-4)}` : number,
    valid: validTo === null ? m.stored_wallet_no_end() : m.sale_valid_range({ from, to: validTo }),
  };
  const chosen = await walletFieldsOf(call, card.cardTypeId);
  return (chosen.length > 0 ? chosen : ["holder", "valid"]).flatMap((field) => {
    const value = values[field] ?? "";
    return value === "" ? [] : [{ label: cardPrintField.find((one) => one.value === field)?.label ?? "", value }];
  });
}

async function movementsOf(call: Call, cardId: number): Promise<WalletView["movements"]> {
  const { storedLedgerKind = [] } = await dictionariesOf(call.db, ["storedLedgerKind"], call.locale);
  const rows = await rowsOf<{ at: string; kind: string; change: number }>(
    call.db,
    sql`
      select at, kind, (principal_change + gift_change)::float8 as change
      from stored_ledger
      where corp_code = ${own} and stored_card_id = ${cardId} and principal_change + gift_change <> 0
      order by at desc, id desc
      limit ${most}
    `,
  );
  return rows.map(({ at, kind, change }) => ({
    ...{ at: stamp(at), change },
    kind: storedLedgerKind.find(({ value }) => value === kind)?.label ?? "",
  }));
}

function codeOf(call: Call, id: number, { number }: ReadCard, { walletRotates }: ReadType): string {
  if (!walletRotates) return number;
  const step = stepOf(call.now);
  const [mark] = marksOf(call, { id, step }, place);
  return mark ? walletText({ id, step, mark }, "WS") : "";
}

export const walletServed: Served[] = [issue, takeBack];
