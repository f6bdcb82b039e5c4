/** The counter for stored-value cards: who was found, and of one card its balances, steps, and what a purchase would take. */
import { sql } from "drizzle-orm";
import { countryName } from "~/contract/countries";
import { documentKinds, documentNames } from "~/contract/document-kinds";
import { documentIn } from "~/contract/document-numbers";
import { smartCard as resource, type StoredState } from "~/contract/stored/card";
import { type StoredView, storedCounter } from "~/contract/stored/counter";
import { dictionariesOf } from "../../kernel/dictionaries";
import { masked, maskIdentity, maskMobile } from "../../kernel/mask";
import { NotFound } from "../../kernel/refusal";
import { rowsOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import { readType } from "../card/read-type";
import { nextOf } from "../card/replaced-by";
import { storedSentences } from "../card/stored-says";
import { typeReference } from "../card/type";
import { shiftStanding } from "../order/shift";
import { openShiftOf } from "../order/shift-store";
import { counterOptions, typesAt } from "../ticket/sale-options";
import { storedCommands } from "./card-commands";
import { feesOf, placeOf } from "./pay";
import { readCard } from "./read-card";
import { quoteRefund } from "./refund-quote";
import { type Card, returnable } from "./returnable";
import { saidRules } from "./rule";
import { forfeitOf } from "./rules";
import { storedCard } from "./schema";
import { quoteSpend } from "./spending";
import { quoteTopUp } from "./top-up-quote";
import { walletOf } from "./wallet";
import { codeIn, codeStanding } from "./wallet-code";

export const counterServed: Served = serve(storedCounter, async (call, { find = "", cardId, ...about }) => {
  const options = await counterOptions(call);
  const till = (await openShiftOf(call))?.posId ?? null;
  const { storedState = [] } = await dictionariesOf(call.db, ["storedState"], call.locale);
  const nameOf = (state: string) => storedState.find(({ value }) => value === state)?.label ?? "";
  const code = codeIn(find);
  const standing = code && (await codeStanding(call, code));
  const found = find === "" || code ? [] : await findCards(call, find, nameOf);
  const [only, another] = found;
  const shown = cardId ?? standing?.cardId ?? (another ? undefined : only?.id);
  return {
    paymentTypes: typesAt(options, till),
    shift: await shiftStanding(call),
    found,
    findWhyNot: standing?.whyNot ?? "",
    card: shown === undefined ? null : await viewOf(call, shown, about, nameOf),
  };
});

interface Found {
  id: number;
  number: string;
  typeName: string;
  holderName: string | null;
  status: string;
  principal: number;
  gift: number;
}

async function findCards({ db }: Call, find: string, nameOf: (state: string) => string) {
  // Eighteen digits, a permit's or a passport's number: without its kind it finds whoever has it.
  const shown = documentIn(find);
  const identity = shown?.identity ?? find.toUpperCase();
  const country = shown?.country ?? "";
  const prefix = `${find.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const rows = await rowsOf<Found>(
    db,
    sql`
      with hit as (
        select id from stored_card where number_key = ${find.toLowerCase()}
        union
        (select id from stored_card where mobile = ${find} order by id desc limit 20)
        union
        (select id from stored_card where identity = ${identity} and ${country} in ('', country) order by id desc limit 20)
        union
        (select id from stored_card where holder_name like ${prefix} order by id desc limit 20)
      )
      select c.id::float8 as id, c.number, t.name as "typeName", c.holder_name as "holderName", c.status,
             c.principal::float8 as principal, c.gift::float8 as gift
      from hit
      join stored_card c on c.corp_code = current_setting('app.corp_code') and c.id = hit.id
      join ${typeReference.table} t on t.corp_code = c.corp_code and t.id = c.card_type_id
      order by c.id desc
      limit 20
    `,
  );
  return rows.map(({ status, holderName, ...row }) => ({
    ...{ ...row, holderName: holderName ?? "", stateName: nameOf(status) },
  }));
}

interface Asked {
  amount: number | undefined;
  topUp: number | undefined;
  refund: number | undefined;
  named: boolean | undefined;
}

async function viewOf(
  call: Call,
  id: number,
  { amount, topUp, refund, named }: Partial<Asked>,
  nameOf: (state: string) => string,
): Promise<StoredView> {
  const card = await readCard(call, sql`c.id = ${id}`);
  if (!card) throw new NotFound();
  const type = await readType(call, card.cardTypeId);
  const maySee = await call.may("sensitive:view");
  const back = await returnable(call, card, type);
  const rules = await saidRules(call, sql`r.card_type_id = ${type.id} and r.status = 'T'`);
  const step = card.status === "stock" ? "sell" : "replace";
  const kind = documentKinds.find((one) => one === card.document);
  const country = card.country ? countryName(card.country, call.locale) : "";
  const { number, status, holderName, identity, mobile, email, validTo, principal, gift, deposit } = card;
  return {
    ...{ id, number, typeName: type.name, state: status as StoredState, stateName: nameOf(status) },
    replacedBy: await nextOf(call, storedCard, id),
    ...{ holderName: holderName ?? "", identity: maskIdentity(identity ?? ""), named: identity !== null },
    document: kind ? [documentNames[kind](), country].filter(Boolean).join(" ") : "",
    mobile: maySee ? (mobile ?? "") : maskMobile(mobile ?? ""),
    email: String(maySee ? (email ?? "") : masked("email", email ?? "")),
    ...{ validTo: validTo ?? "", principal, gift, deposit, returnable: back, forfeits: forfeitOf(card, back) },
    fees: feesOf(step, type).map(({ name, amount: fee }) => ({ name, amount: fee })),
    newDeposit: step === "sell" ? type.fee.deposit : 0,
    sentences: [...(await storedSentences(call, type)), ...rules.flatMap(({ sentences }) => sentences)],
    steps: await stepsOf(call, card as Card),
    quote:
      amount === undefined || status !== "active"
        ? null
        : await quoteSpend(call, { card, type, place: await placeOf(call) }, amount),
    wallet: await walletOf(call, card, type),
    refund:
      refund === undefined || !["active", "cancelled"].includes(status)
        ? null
        : await quoteRefund(call, card, type, refund),
    topUp:
      topUp === undefined || !["stock", "active"].includes(status)
        ? null
        : await quoteTopUp(
            call,
            { card, type, named: status === "stock" ? (named ?? false) : identity !== null },
            topUp,
          ),
  };
}

async function stepsOf(call: Call, card: Card): Promise<StoredView["steps"]> {
  const steps: StoredView["steps"] = [];
  for (const [name, command] of Object.entries(resource.commands)) {
    const from: readonly string[] | undefined = command.from;
    if (!from?.includes(card.status) || !(await call.may(command.button))) continue;
    const own = storedCommands[name as keyof typeof storedCommands];
    const [whyNot] = typeof own === "object" ? ((await own.mayNot?.(call, [card])) ?? []) : [];
    steps.push({ step: name, label: command.label(), whyNot: whyNot ?? "" });
  }
  return steps;
}
