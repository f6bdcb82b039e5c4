/** docs/kept.md: what goes at night after how many days, as the businesses' manifests say it. */
import { purges } from "../business/manifests";
import { daysOf, type KeptFor } from "../kernel/purge";

export function keptDocument(): string {
  const rows = purges.map(({ table, what, kept }) => `| ${what} | ${inWords(kept)} | `.concat(`\`${table}\` |`)).sort();
  return `${head}\n| what | kept | table |\n|---|---|---|\n${rows.join("\n")}\n`;
}

function inWords(kept: KeptFor): string {
  const { byDefault } = daysOf(kept);
  if (typeof kept === "number") return `${byDefault} days`;
  const least = kept.least === undefined ? "" : `, ${kept.least} days at least`;
  return `parameter \`${kept.parameter}\` in ${kept.in} (${byDefault} days by default${least})`;
}

const head = `# What is deleted at night

Head office's task **Clean-up of old records** runs at 3:20 of its zone (**Tasks** changes the hour) and deletes, of every tenant, what is older than this: the oldest first, found by an index, in transactions of at most a thousand rows, so that nobody waits behind it. Rows that are in use then are left to the next night, and what has not ended (a delivery that waits, a task that runs) stays however old it is. Ledgers, orders, tickets, invoices and whatever else the law keeps for years, and the sealed audit log, are never deleted by it: a business that declared one of them would keep the program from starting. Written by \`npm run docs\` from the manifests of the businesses.
`;
