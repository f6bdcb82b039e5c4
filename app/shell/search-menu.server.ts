/** Finds functions of the menu by name, by pinyin and by initials (specification 2.6). */
import { match } from "pinyin-pro";
import type { MenuGroup } from "./menu";

export interface Found {
  name: string;
  url: string;
  group: string;
  /** Why it stands first. */
  used: "favourite" | "recent" | "";
}

/** Addresses of menu entries. */
export interface Used {
  favourites: readonly string[];
  recent: readonly string[];
}

const foundAtMost = 20;
const longest = 40;

/** Recent and favourite ones first, then the closer fit, then the menu's order. Without a query: what was used. */
export function searchMenu(groups: readonly MenuGroup[], query: string, used: Used): Found[] {
  const wanted = query.trim().toLowerCase().slice(0, longest);
  const all = groups.flatMap(({ name: group, entries }) =>
    entries.map(({ name, url }) => ({ name, url, group, used: usedAs(url, used) })),
  );
  const ranked = all.flatMap((entry, place) => {
    const fit = wanted === "" ? (entry.used === "" ? null : 0) : fitOf(entry.name, wanted);
    return fit === null ? [] : [{ entry, rank: [rankByUse(entry.url, used), fit, place] as const }];
  });
  ranked.sort((one, other) => compare(one.rank, other.rank));
  return ranked.slice(0, foundAtMost).map(({ entry }) => entry);
}

/** 0 is the best fit; null for none. */
function fitOf(name: string, wanted: string): number | null {
  const plain = name.toLowerCase();
  const at = plain.indexOf(wanted);
  if (at === 0) return 0;
  if (at > 0) return 1;
  const letters = wanted.replaceAll(/\s+/g, "");
  const initials = plain
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word[0] ?? "")
    .join("");
  if (initials.length > 1 && initials.startsWith(letters)) return 2;
  if (!/^[a-z]+$/.test(letters)) return null;
  const places = match(name, letters, { continuous: true });
  return places ? (places[0] === 0 ? 2 : 3) : null;
}

const plainOf = (url: string) => url.split("?", 1)[0] ?? url;

function usedAs(url: string, { favourites, recent }: Used): Found["used"] {
  if (favourites.includes(plainOf(url))) return "favourite";
  return recent.includes(plainOf(url)) ? "recent" : "";
}

/** Recent ones by how recent, then favourites, then the rest. */
function rankByUse(url: string, { favourites, recent }: Used): number {
  const at = recent.indexOf(plainOf(url));
  if (at >= 0) return at;
  return favourites.includes(plainOf(url)) ? recent.length : recent.length + 1;
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, place) => value !== other[place]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}
