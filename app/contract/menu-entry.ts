/** How entries of the menu and their buttons are declared: by code, with a message for a label. */
import type { MenuGroupKey } from "./menu-groups";
import type { Message } from "./messages";
import type { ParameterCode } from "./parameter-declaration";

export interface MenuEntry {
  group: MenuGroupKey;
  /** Where in its group it stands; numbers leave gaps, so that one may be put between two others. */
  place: number;
  label: Message;
  url: string;
  /** Its screen is there. */
  built?: true;
  /** Of head office alone: what it sets holds for all tenants. */
  headOffice?: true;
  /** Image of the page description (specification 2.6). */
  help?: string;
  /**
   * What a role may be granted within it, beside the buttons that its resources bring (create, edit, delete, suspend,
   * import).
   */
  buttons?: Readonly<Record<string, Message>>;
  /**
   * Buttons, its own or its resources', that move money or set what something costs: `true`, or the parameter with the
   * amount in fen above which another person is asked. Commands with an approval are known without it.
   */
  money?: Readonly<Record<string, true | ParameterCode>>;
  /** Of these: which set what something costs, and which give money back. One person should not do both. */
  prices?: readonly string[];
  refunds?: readonly string[];
}

/** Entries by function code. */
export function menuEntries<const E extends Record<string, MenuEntry>>(entries: E): E {
  return entries;
}

/** Entries for every account, without a function code: the key tells them apart for ever. */
export function openEntries<const E extends Record<string, MenuEntry>>(entries: E): E {
  return entries;
}

/** Each business adds its entries to this type beside their declaration: what names another code does not compile. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the businesses
export interface BusinessMenus {}

type AnyEntries = BusinessMenus[keyof BusinessMenus];
type EntryOf<M> = M extends unknown ? M[keyof M] : never;
type KeyOf<M> = M extends unknown ? keyof M & string : never;
type ButtonsOf<E> = E extends { buttons: infer B } ? keyof B & string : never;

export type FunctionCode = KeyOf<AnyEntries>;
/** Those of entries, and the five that every resource may bring. */
export type ButtonCode = ButtonsOf<EntryOf<AnyEntries>> | `${string}:${ResourceButton}`;
export type ResourceButton = "add" | "edit" | "remove" | "suspend" | "import";
