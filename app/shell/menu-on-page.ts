/**
 * The menu stands on the page as links. Its entries need not come a second time in the state of the page, of which they were
 * a third: the server leaves them out, and the browser reads them from the links before it takes the page over.
 */
import type { MenuGroup } from "./menu";

type Told = Omit<MenuGroup, "entries"> & { entries?: MenuGroup["entries"] };

/** Of groups whose links say all there is: no list is made of the workbench alone, nor does a link say where it opens. */
export function withoutEntries(groups: readonly MenuGroup[]): Told[] {
  return groups.map(({ entries, ...group }) => (isListed(entries) ? group : { ...group, entries }));
}

const isListed = (entries: MenuGroup["entries"]): boolean =>
  entries.every(({ url, blank }) => !blank && url.startsWith("/")) &&
  !(entries.length === 1 && entries[0]?.url === "/index");

/** Puts back what {@link withoutEntries} left out. */
export function readEntries(groups: Told[], page: ParentNode): void {
  const shown = page.querySelectorAll("#menu > .groups > .group");
  groups.forEach((group, place) => {
    group.entries ??= [...(shown[place]?.querySelectorAll("li > a") ?? [])].map((link) => ({
      name: link.textContent ?? "",
      url: link.getAttribute("href") ?? "",
    }));
  });
}
