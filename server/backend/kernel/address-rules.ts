/** Networks that somebody may come from: a list of addresses and CIDR ranges, IPv4 and IPv6, in one text. */
import { BlockList, isIP } from "node:net";

/** One list; addresses within it are let in. */
export interface AddressList {
  has(address: string): boolean;
}

/** Ranges of one list at most. */
export const mostRanges = 50;

/** `::ffff:192.0.2.7` is how a socket for both families tells 192.0.2.7. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, "");

/** The ranges of a text, separated by spaces, commas or lines; null for one that is none. */
function rangesOf(text: string): (string | null)[] {
  return text
    .split(/[\s,;，；、]+/)
    .filter((part) => part !== "")
    .map((part) => {
      const [address = "", bits, ...more] = part.split("/");
      const family = isIP(address);
      if (family === 0 || more.length > 0) return null;
      const most = family === 4 ? 32 : 128;
      if (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most)) return null;
      return `${address.toLowerCase()}/${bits === undefined ? most : Number(bits)}`;
    });
}

/** As it is kept, with commas between; null where something in it is no address or range, or there are too many. */
export function keptAddresses(text: string): string | null {
  const ranges = rangesOf(text);
  if (ranges.includes(null) || ranges.length > mostRanges) return null;
  return [...new Set(ranges)]
    .map((range) => range?.replace(/\/(32|128)$/, (all, bits) => (isWhole(range, bits) ? "" : all)))
    .join(", ");
}

const isWhole = (range: string, bits: string) => range.includes(":") === (bits === "128");

export function addressList(text: string): AddressList {
  const list = new BlockList();
  for (const range of rangesOf(text)) {
    const [address = "", bits = ""] = range?.split("/") ?? [];
    if (range) list.addSubnet(address, Number(bits), address.includes(":") ? "ipv6" : "ipv4");
  }
  return {
    has(given) {
      const address = plain(given);
      const family = isIP(address);
      return family !== 0 && list.check(address, family === 4 ? "ipv4" : "ipv6");
    },
  };
}

/** Whether an address is within all of these lists; of nobody knows where, within none. */
export function isWithin(lists: readonly AddressList[], address: string): boolean {
  return lists.every((list) => list.has(address));
}
