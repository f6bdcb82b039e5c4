/** Holders who gave an address are mailed 30 and 7 days before the end of their card, once each, where the corp mails. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { addDays, businessDay } from "~/contract/business-time";
import { seasonCard } from "~/contract/card/card";
import { cardCounter } from "~/contract/card/counter";
import { smartCard } from "~/contract/stored/card";
import { storedCounter } from "~/contract/stored/counter";
import { createWorker } from "~server/backend/jobs/worker";
import { putMailSender, toSmtp } from "~server/backend/kernel/mail";
import { allKinds } from "~server/backend/served";
import { openTestBackend, secretsOfTests, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { openMailServer } from "~tests/support/mail-server";
import { openStoredShop, type StoredShop } from "../stored/support";
import { openShop, person, type Shop } from "./support";

let backend: TestBackend;
let shop: Shop;
let stored: StoredShop;
let post: Awaited<ReturnType<typeof openMailServer>>;
let now = new Date();
beforeAll(async () => {
  post = await openMailServer();
  backend = await openTestBackend();
  shop = await openShop(backend);
  stored = await openStoredShop(backend);
});
beforeEach(async () => {
  now = new Date();
  post.letters.length = 0;
  post.state.mood = "well";
  putMailSender(toSmtp(post.url, "青云山 <card@example.com>"));
  await mailing("T");
});
afterEach(async () => {
  await backend.sql("update card_mail set state = 'failed' where state in ('waiting', 'sending')");
  await backend.sql("update season_card set valid_to = null, valid_from = null, status = 'cancelled'");
  await backend.sql("update stored_card set valid_to = null where status = 'active'");
  await checkInvariants(backend);
});
afterAll(async () => {
  putMailSender(null);
  await post.close();
  await backend.close();
});

const mailing = (value: "T" | "F") =>
  backend.sql("update sys_param set param_option = $1 where param_code = 'cardMailHolders'", [value]);
const drain = () =>
  createWorker({
    ...{ database: backend.database, kinds: allKinds, now: () => now, secrets: secretsOfTests, store: backend.store },
  }).drain();
const round = async () => {
  for (const kind of ["remindOfCards", "remindOfStored"])
    await backend.sql("insert into job (corp_code, kind) values ('0001', $1)", [kind]);
  await drain();
};
const inDays = (n: number) => addDays(businessDay(new Date()), n);
/** An annual card in somebody's hands that ends in so many days. */
async function annual(days: number, email?: string, more: Record<string, unknown> = {}) {
  const asked = { holders: [person()], ...(email && { email }), ...more };
  const { data } = await shop.sell(await shop.addType(), asked as never);
  await backend.call(seasonCard.methods.activate, { id: data.cardId });
  await backend.sql("update season_card set valid_to = $2 where id = $1", [data.cardId, inDays(days)]);
  return data;
}
const mails = () => backend.sql("select kind, stage, state from card_mail order by id desc limit 5");

test("an annual card's holder is written to once a stage; who gave no address is on the list alone", async () => {
  const card = await annual(6, "wang@example.com");
  await annual(5);
  await round();
  await round();
  expect(post.letters).toHaveLength(1);
  const [letter] = post.letters;
  expect(JSON.stringify(letter)).toContain("wang@example.com");
  expect(await mails()).toEqual([{ kind: "season", stage: 7, state: "sent" }]);
  // The whole number stands in no letter.
  expect(JSON.stringify(letter)).not.toContain(card.number);
});

test("a holder whose card was never activated reads so, and until when it can be", async () => {
  const asked = { holders: [person()], email: "idle@example.com", language: "en" };
  const { data } = await shop.sell(await shop.addType(), asked as never);
  await backend.sql("update season_card set valid_from = '2020-01-01', valid_to = $2 where id = $1", [
    ...[data.cardId, inDays(6)],
  ]);
  await round();
  const [letter] = post.letters;
  expect(post.letters).toHaveLength(1);
  expect(JSON.stringify(letter)).toContain("has not been activated yet");
  expect(JSON.stringify(letter)).toContain(inDays(6));
});

test("in the language that the holder chose, else by the document that they showed", async () => {
  const abroad = { name: "John Carter", document: "passport", country: "GBR", identity: "533380006" };
  await annual(6, "english@example.com", { holders: [abroad] });
  await annual(6, "chosen@example.com", { holders: [{ ...abroad, identity: "533380007" }], language: "zh-CN" });
  await annual(6, "home@example.com", { holders: [{ ...abroad, country: "HKG", identity: "533380008" }] });
  await annual(6, "also@example.com", { language: "en" });
  const money = await stored.sold(await stored.addType(), {
    ...{ amount: 5_000, email: "stored@example.com", language: "en" },
  });
  await backend.sql("update stored_card set valid_to = $2 where id = $1", [money.id, inDays(6)]);
  await round();
  const languages = Object.fromEntries(
    (await backend.sql<{ address: string; language: string }>("select address, language from card_mail")).map((one) => [
      one.address,
      one.language,
    ]),
  );
  expect(languages).toMatchObject({
    ...{ "english@example.com": "en", "chosen@example.com": "zh-CN", "home@example.com": "zh-CN" },
    ...{ "also@example.com": "en", "stored@example.com": "en" },
  });
  const sent = post.letters.map((letter) => JSON.stringify(letter));
  const [english, chinese] = ["english@example.com", "chosen@example.com"].map((to) =>
    sent.find((letter) => letter.includes(to)),
  );
  expect(english).toContain("expires on");
  expect(chinese).not.toContain("expires on");
});

test("the counter shows the address on file, cut for whoever may not see it", async () => {
  const card = await annual(300, "wang@example.com");
  const money = await stored.sold(await stored.addType(), { email: "li@example.com" });
  const blind = await backend.createUser({ grants: ["seasonCardList", "smartCardList"] });
  const seen = async (as?: { as: string }) => [
    (await backend.call(cardCounter, { cardId: card.cardId }, as)).data.card?.email,
    (await backend.call(storedCounter, { cardId: money.id }, as)).data.card?.email,
  ];
  expect(await seen()).toEqual(["wang@example.com", "li@example.com"]);
  expect(await seen({ as: blind.token })).toEqual(["w***", "l***"]);
});

test("so is one of stored value with money on it: 30 and 7 days before, a letter each", async () => {
  const { id } = await stored.sold(await stored.addType(), { amount: 5_000, email: "li@example.com" });
  const empty = await stored.sold(await stored.addType(), { email: "empty@example.com" });
  for (const days of [29, 6]) {
    await backend.sql("update stored_card set valid_to = $2 where id = any ($1)", [[id, empty.id], inDays(days)]);
    await round();
  }
  const all = JSON.stringify(post.letters);
  expect(post.letters).toHaveLength(2);
  expect(all).toContain("li@example.com");
  expect(all).not.toContain("empty@example.com");
});

test("where the corp does not mail, or there is no mail server, staff alone is told", async () => {
  await mailing("F");
  await annual(20, "none@example.com");
  await round();
  await mailing("T");
  putMailSender(null);
  await annual(6, "none@example.com");
  await round();
  expect(post.letters).toEqual([]);
  const told = await backend.sql("select distinct title from message where kind = 'expiry' and title like '%天内到期'");
  expect(told.length).toBeGreaterThan(0);
  expect(await backend.sql("select from card_mail where address = 'none@example.com'")).toEqual([]);
});

test("a mail server that is away is asked again; the letter goes once", async () => {
  putMailSender({ send: () => Promise.reject(new Error("the line is down")) });
  await annual(6, "late@example.com");
  await round();
  expect(await mails()).toContainEqual({ kind: "season", stage: 7, state: "waiting" });
  post.state.mood = "well";
  putMailSender(toSmtp(post.url, "青云山 <card@example.com>"));
  now = new Date(now.getTime() + 3 * 60_000);
  await backend.sql("insert into job (corp_code, kind) values ('0001', 'mailCardHolders')");
  await drain();
  await drain();
  expect(post.letters).toHaveLength(1);
});

test("the address stands on the card of a replacement, and is changed on the card's page", async () => {
  const { id } = await stored.sold(await stored.addType(), { amount: 1_000, email: "old@example.com" });
  await backend.call(smartCard.methods.reportLoss, { id, reason: null } as never);
  const replaced = await backend.call(smartCard.methods.replace, { id, number: null, paymentType: "cash" } as never);
  const next = Number(replaced.data.answer?.cardId);
  const email = async () => (await backend.sql("select email from stored_card where id = $1", [next]))[0]?.email;
  expect(await email()).toBe("old@example.com");
  const { data } = await backend.call(smartCard.methods.get, { id: next });
  const { rowVersion } = (data as unknown as { record: { rowVersion: number } }).record;
  const saved = await backend.call(smartCard.methods.save, { id: next, rowVersion, email: null } as never);
  expect(saved.message).toBe("");
  expect(await email()).toBeNull();
  const wrong = await backend.call(smartCard.methods.save, {
    id: next,
    rowVersion: rowVersion + 1,
    email: "nobody",
  } as never);
  expect(Object.keys(wrong.errors ?? {})).toEqual(["email"]);
});
