/** A list of people from a file, judged row by row as the sale of a card to each would be; nothing is written here. */
import { z } from "zod";
import type { CardList } from "~/contract/card/card-list";

import { holder as holderRule } from "~/contract/card/counter";
import { mostOfList } from "~/contract/card/list-bounds";
import { type DocumentKind, documentKinds, documentNames } from "~/contract/document-kinds";
import { locales, type Message, m } from "~/contract/messages";
import { parseYuan } from "~/contract/money";
import { email, textOf, visitorMobile } from "~/contract/validators";
import type { Table } from "../../imports/read-table";
import type { Call } from "../../kernel/served";
import { personOf, restrictedAmong } from "../ticket/restricted-visitor";
import { type Holder, heldBy } from "./keep-card";
import { type Priced, payableOf, priceOfSale } from "./price";
import type { ReadType } from "./read-type";
import { notThere, numbersInStock, stockOf } from "./stock";

type Column = "name" | "document" | "identity" | "country" | "mobile" | "email" | "number" | "topUp" | "remark";

/** Headings, in the order of the template. */
export const listColumns: Readonly<Record<Column, Message>> = {
  name: m.card_holder_name,
  document: m.card_holder_document,
  identity: m.card_identity,
  country: m.card_holder_country,
  mobile: m.card_mobile,
  email: m.card_email,
  number: m.card_number,
  topUp: m.stored_list_top_up,
  remark: m.remark,
};

/** What companies write above the same columns. */
const alsoCalled: Readonly<Record<Column, readonly string[]>> = {
  name: ["姓名", "持卡人", "持卡人姓名", "name", "holder"],
  document: ["证件类型", "证件种类", "document", "documenttype"],
  identity: ["证件号", "证件号码", "身份证", "身份证号", "身份证号码", "documentno.", "idno."],
  country: ["国家", "国籍", "国家或地区", "country", "nationality"],
  mobile: ["手机", "手机号", "手机号码", "mobile", "phone"],
  email: ["邮箱", "电子邮箱", "邮箱地址", "email", "e-mail", "mail"],
  number: ["卡号", "cardno."],
  topUp: ["充值", "充值金额", "充值(元)", "储值金额", "top-up", "topup"],
  remark: ["备注", "remark", "note"],
};

/** One card that is to be sold. */
export interface ListedCard {
  line: number;
  holder: Holder;
  mobile: string | null;
  /** Where they are reminded of its end. */
  email: string | null;
  /** Of a card in stock; "": none is named. */
  number: string;
  /** Fen that come onto it at once; 0: none. */
  topUp: number;
  remark: string | null;
}

export interface JudgedList {
  list: Omit<CardList, "fileName">;
  /** In the order of the file; where something is wrong, those that can be read. */
  cards: ListedCard[];
  priced: Priced;
}

interface Row {
  line: number;
  cells: string[];
  card: ListedCard | null;
  errors: CardList["rows"][number]["errors"];
}

/** What of a list each kind of card knows by itself. */
export interface ListRules {
  priced: Priced;
  /** Rows at most. */
  most: number;
  /** Why a person may not have a card of the type, by place. */
  people: (known: readonly (Holder | null)[]) => Promise<{ place: number; message: string }[]>;
  /** Of these numbers, in small letters, those that may be sold. */
  there: (numbers: readonly string[]) => Promise<Set<string>>;
  /** Cards of the type in stock. */
  left: () => Promise<number>;
  /** Why what is to come onto a card may not, by place. Cards that hold no money have no such column. */
  topUps?: (cards: readonly (ListedCard | null)[]) => Promise<{ place: number; message: string }[]>;
}

const seasonRules = (call: Call, type: ReadType): ListRules => ({
  ...{ priced: priceOfSale(type, call.now), most: mostOfList },
  async people(known) {
    const held = await heldBy(
      call,
      { cardTypeId: type.id, typeName: type.name },
      known.flatMap((one) => (one ? [one] : [])),
    );
    const second = known.flatMap((one, place) => {
      const message = one && held.get(personOf(one));
      return message ? [{ place, message }] : [];
    });
    return [...(await restrictedAmong(call, known)), ...second];
  },
  there: (numbers) => numbersInStock(call, type, numbers),
  left: async () => (await stockOf(call, [type])).get(type.id)?.left ?? 0,
});

export async function judgeList(
  call: Call,
  type: ReadType,
  table: Table | string,
  rules = seasonRules(call, type),
): Promise<JudgedList> {
  const { priced, most } = rules;
  if (typeof table === "string") return answered(priced, { problem: table, columns: [], rows: [] });
  const { columns, places, problem } = columnsOf(type, table.heading, rules);
  const tooMany = table.rows.length > most ? m.imports_too_many_rows({ n: most }) : "";
  if (problem || tooMany) return answered(priced, { problem: problem || tooMany, columns, rows: [] });
  const place = (column: Column) => places.get(column) ?? -1;
  const rows = table.rows.map((row): Row => readRow(type, row, place));
  markTwins(rows, place);
  await markPeople(rules, rows, place("identity"));
  await markNumbers(rules, type, rows, place("number"));
  await markTopUps(rules, rows, place("topUp"));
  return answered(priced, { problem: priced.whyNot || (await stockWhyNot(rules, type, rows)), columns, rows });
}

function answered(
  priced: Priced,
  { problem, columns, rows }: { problem: string; columns: CardList["columns"]; rows: Row[] },
): JudgedList {
  const people = rows.length;
  return {
    list: {
      ...{ problem, columns, people, wrong: rows.filter(({ errors }) => errors.length > 0).length },
      rows: rows.map(({ line, cells, errors }) => ({ line, cells, errors })),
      ...{ payable: payableOf(priced) * people, deposit: priced.deposit * people },
    },
    cards: rows.flatMap(({ card }) => (card ? [card] : [])),
    priced,
  };
}

/** A heading as people write it: a star, a blank, another width of letters do not matter. */
const plain = (text: string) =>
  text
    .normalize("NFKC")
    .replace(/[*\s]+/g, "")
    .toLowerCase();

function columnsOf(type: ReadType, heading: readonly string[], { topUps }: ListRules) {
  const places = new Map<Column, number>();
  const all = Object.entries(listColumns) as [Column, Message][];
  const entries = topUps ? all : all.filter(([column]) => column !== "topUp");
  const columns = heading.map((label, at) => {
    // In every language: the sheet may be somebody else's.
    const [column] =
      entries.find(
        ([own, name]) =>
          alsoCalled[own].includes(plain(label)) ||
          locales.some((locale) => plain(name({}, { locale })) === plain(label)),
      ) ?? [];
    const known = column !== undefined && !places.has(column);
    if (known) places.set(column, at);
    return { label, known };
  });
  const needed: Column[] = [
    "name",
    ...(type.asksIdentity ? (["identity"] as const) : []),
    ...(type.asksMobile ? (["mobile"] as const) : []),
  ];
  const missing = needed.filter((column) => !places.has(column)).map((column) => listColumns[column]());
  const problem =
    places.size === 0
      ? m.imports_no_columns()
      : missing.length > 0
        ? m.imports_missing_columns({ labels: missing.join(m.words_comma()) })
        : "";
  return { columns, places, problem };
}

function readRow(type: ReadType, { line, cells }: Table["rows"][number], place: (column: Column) => number): Row {
  const errors: Row["errors"] = [];
  const cell = (column: Column) => (cells[place(column)] ?? "").trim();
  const wrong = (column: Column, message: string) => void errors.push({ column: place(column), message });
  const kind = kindOf(cell("document"));
  if (kind === null) wrong("document", m.imports_not_found({ name: cell("document").slice(0, 60) }));
  const read = holderRule.safeParse({
    ...{ name: cell("name"), document: kind ?? "resident", country: cell("country"), identity: cell("identity") },
  });
  if (!read.success) for (const { path, message } of read.error.issues) wrong(columnOf(String(path[0])), message);
  else if (type.asksIdentity && read.data.identity === "") wrong("identity", m.v_required());
  const digits = cell("mobile");
  const mobile = digits === "" ? null : visitorMobile.safeParse(digits);
  if (mobile && !mobile.success) wrong("mobile", m.v_visitor_mobile());
  if (!mobile && type.asksMobile) wrong("mobile", m.v_required());
  const address = cell("email").normalize("NFKC");
  const mail = address === "" ? null : email.safeParse(address);
  if (mail && !mail.success) wrong("email", m.v_email());
  const topUp = cell("topUp") === "" ? 0 : parseYuan(cell("topUp"));
  if (topUp === null) wrong("topUp", m.v_money());
  const texts = z.object({ number: textOf(30), remark: textOf(200) });
  const said = texts.safeParse({ number: cell("number"), remark: cell("remark") });
  if (!said.success)
    for (const { path, message } of said.error.issues) wrong(path[0] === "remark" ? "remark" : "number", message);
  const card =
    read.success && said.success && kind !== null
      ? {
          ...{ line, holder: read.data, mobile: mobile?.success ? mobile.data : null },
          email: mail?.success ? mail.data : null,
          ...{ number: said.data.number, topUp: topUp ?? 0, remark: said.data.remark || null },
        }
      : null;
  return { line, cells, card, errors };
}

const columnOf = (name: string): Column =>
  name === "identity" || name === "country" || name === "document" ? name : "name";

/** By its name in either language, or its code; nothing said is the document that most people have. */
function kindOf(text: string): DocumentKind | null {
  if (text === "") return "resident";
  const said = plain(text);
  return (
    documentKinds.find(
      (kind) =>
        kind.toLowerCase() === said || locales.some((locale) => plain(documentNames[kind]({}, { locale })) === said),
    ) ?? null
  );
}

/** The same person, or the same plastic, in two lines. */
function markTwins(rows: readonly Row[], place: (column: Column) => number): void {
  const seen = new Map<string, number>();
  const mark = ({ line, errors }: Row, key: string, column: Column) => {
    const before = seen.get(key);
    if (before !== undefined) errors.push({ column: place(column), message: m.imports_twin({ line: before }) });
    else seen.set(key, line);
  };
  for (const row of rows) {
    if (!row.card) continue;
    const { holder, number } = row.card;
    if (holder.identity !== "") mark(row, personOf(holder), "identity");
    if (number !== "") mark(row, `#${number.toLowerCase()}`, "number");
  }
}

async function markPeople(rules: ListRules, rows: readonly Row[], column: number): Promise<void> {
  const known = rows.map(({ card }) => (card && card.holder.identity !== "" ? card.holder : null));
  for (const { place, message } of await rules.people(known)) rows[place]?.errors.push({ column, message });
}

async function markTopUps({ topUps }: ListRules, rows: readonly Row[], column: number): Promise<void> {
  if (!topUps || column < 0) return;
  for (const { place, message } of await topUps(rows.map(({ card }) => card)))
    rows[place]?.errors.push({ column, message });
}

async function markNumbers(rules: ListRules, type: ReadType, rows: readonly Row[], column: number): Promise<void> {
  const asked = rows.flatMap(({ card }) => (card && card.number !== "" ? [card.number.toLowerCase()] : []));
  const there = await rules.there(asked);
  for (const { card, errors } of rows) {
    if (card && card.number !== "" && !there.has(card.number.toLowerCase()))
      errors.push({ column, message: notThere(type, card.number) });
  }
}

/** Of a type whose cards all come from batches: whether there are as many as people. */
async function stockWhyNot(rules: ListRules, type: ReadType, rows: readonly Row[]): Promise<string> {
  if (!type.fromStock) return "";
  const left = await rules.left();
  return left < rows.length ? m.card_list_stock({ left, n: rows.length }) : "";
}
