/**
 * A ledger: accounts, the movements between their figures, and a list of its rows. Declared once; the backend moves its
 * figures by `kernel/ledger.ts`, each by one conditional statement that writes its row.
 */
import type { DictionaryDeclaration } from "./dictionary-declaration";
import { type DictionaryField, type Field, moment, money, number, text } from "./field-kinds";
import { inSentence } from "./in-sentence";
import { standingMethod } from "./ledger-standing";
import type { FunctionCode } from "./menu-entry";
import { type Message, m } from "./messages";
import type { Business } from "./method";
import { resource } from "./resource";

/** By figure: 1 where the amount is added to it, -1 where it is taken from it. */
export type Moves<F extends string> = Readonly<Partial<Record<F, 1 | -1>>>;

export interface Movement<F extends string> {
  label: Message;
  moves: Moves<F>;
  /** Corrections may go either way; everything else moves an amount above zero. */
  eitherWay?: true;
  /** Told on the time line of the account's record. Default true. */
  told?: false;
  /** Address of the page of what brought it about; `{source}` or a field that tells accounts apart stands for the row's. */
  page?: string;
  /** It is money that changes hands at a counter, and is in the cash-up of whoever did it; of a ledger in fen. */
  cash?: true;
}

interface LedgerDefinition<F extends string, K extends string> {
  title: Message;
  /** Path of its list. */
  path: string;
  fun: FunctionCode;
  /** What amounts are: pieces, or fen. */
  unit: "pieces" | "fen";
  /** What an account has of each kind: integers, never below zero. */
  figures: Readonly<Record<F, Message>>;
  /** Figures of which the column of what is left is hidden until somebody chooses it; what changed is always told. */
  hiddenAtFirst?: readonly NoInfer<F>[];
  /** Sums of figures that never fall below zero either, e.g. what is left: total less held less sold. */
  floors?: readonly Moves<F>[];
  kinds: Readonly<Record<K, Movement<F>>>;
  /** Name of the dictionary of its kinds, in Chinese and English. */
  kindsName: readonly [zh: string, en: string];
  /** Fields that tell the accounts apart; their table has columns of these names, which never change. */
  accounts: Readonly<Record<string, Field>>;
  /** Told beside each row and no column of it: the backend's query says where it is read (`LedgerBackend`). */
  beside?: Readonly<Record<string, Field>>;
}

/** What the rows of every ledger have besides its figures and what tells its accounts apart. */
const always = {
  at: moment({ label: m.ledger_at, list: true, filter: "between" }),
  source: text({ label: m.ledger_source, list: true, filter: "equals" }),
  accountName: text({ label: m.ledger_by, list: true }),
} satisfies Record<string, Field>;

type AboutFigure = (inputs: { figure: string }, options?: Parameters<Message>[1]) => string;

/** The change of a figure, or what it is afterwards, in words. */
const about =
  (words: AboutFigure, figure: Message): Message =>
  (_inputs, options) =>
    words({ figure: figure({}, options) }, options);

/** As a figure's name stands after other words. */
const within =
  (figure: Message): Message =>
  (_inputs, options) =>
    inSentence(figure({}, options));

export const changeOf = (figure: string): string => `${figure}Change`;

export function ledger<const F extends string, const K extends string>(
  business: Business,
  noun: string,
  definition: LedgerDefinition<F, K>,
) {
  const { title, path, fun, unit, figures, hiddenAtFirst = [], kinds, accounts, beside = {} } = definition;
  const labels = Object.entries<Message>(figures);
  const amount = (options: { label: Message; total?: true; hideZero?: true; hiddenAtFirst?: true }): Field =>
    unit === "fen" ? money({ ...options, list: true }) : number({ ...options, list: true });
  const hidden = (figure: string) =>
    (hiddenAtFirst as readonly string[]).includes(figure) && ({ hiddenAtFirst: true } as const);
  const kindsCode = `${noun}Kind`;
  const kind: DictionaryField = {
    kind: "dictionary",
    dictionary: kindsCode,
    label: m.ledger_kind,
    list: true,
    values: Object.keys(kinds),
  };
  const changes = labels.map(([figure, label]) => [
    changeOf(figure),
    amount({ label: about(m.ledger_change, within(label)), total: true, hideZero: true }),
  ]);
  const balances = labels.map(([figure, label]) => [
    figure,
    amount({ label: about(m.ledger_balance, label), ...hidden(figure) }),
  ]);
  const fields: Record<string, Field> = {
    at: always.at,
    ...accounts,
    kind,
    ...Object.fromEntries([...changes, ...balances]),
    ...beside,
    source: { ...always.source, page: pageOfSource(kinds) },
    accountName: always.accountName,
  };
  return {
    ...definition,
    business,
    noun,
    kindsCode,
    /** How its accounts stood at any moment, with sums. */
    standing: standingMethod(business, noun, fun),
    standingPath: `${path}/standing`,
    /** Its rows: list with sums, export, and a page each. */
    rows: resource<Record<string, Field>>(business, noun, {
      title,
      path,
      fun,
      nameField: "at",
      defaultSort: { field: "id", order: "desc" },
      readOnly: true,
      fields,
      tools: [{ label: m.ledger_standing, to: `${path}/standing` }],
    }),
    dictionary: kindsOf(definition),
  };
}

/** By the kind of the row: the address of what brought it about; null where there is none. */
export function pageOfSource(kinds: Readonly<Record<string, Pick<Movement<string>, "page">>>) {
  return (row: Readonly<Record<string, unknown>>): string | null => {
    const { page } = kinds[String(row.kind)] ?? {};
    if (page === undefined || !row.source) return null;
    return page.replace(/\{(\w+)\}/g, (_, field: string) => encodeURIComponent(String(row[field] ?? "")));
  };
}

function kindsOf<F extends string, K extends string>({
  kinds,
  kindsName,
}: LedgerDefinition<F, K>): DictionaryDeclaration {
  const words = Object.entries<Movement<F>>(kinds);
  return {
    name: kindsName,
    items: words.map(
      ([kind, { label }]) => [kind, label({}, { locale: "zh-CN" }), label({}, { locale: "en" })] as const,
    ),
  };
}

export type Ledger<F extends string = string, K extends string = string> = ReturnType<typeof ledger<F, K>>;
/** What the registry and the dictionaries take from a ledger, whichever it is. */
export type AnyLedger = Pick<
  Ledger,
  "noun" | "rows" | "kindsCode" | "dictionary" | "standing" | "standingPath" | "accounts" | "figures" | "unit" | "title"
>;
