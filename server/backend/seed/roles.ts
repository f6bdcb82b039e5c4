/** Roles of a first start, each with the functions and buttons it is granted. */
import { buttons } from "./buttons";
import { functionTree } from "./functions";

export interface SeedRole {
  code: string;
  name: string;
  /** Function code with the button codes granted under it. */
  grants: [fun: string, buttons: string[]][];
}

const all = (fun: string): [string, string[]] => [fun, (buttons[fun] ?? []).map(([code]) => code)];
/** What the administrator keeps. */
const reserved = ["System", "Tenants"];
const built = functionTree
  .filter(({ nameEn }) => !reserved.includes(nameEn))
  .flatMap((group) => group.functions.filter((entry) => entry.on && entry.code).map((entry) => entry.code));

export const roles: SeedRole[] = [
  {
    code: "manager",
    name: "经理",
    grants: [
      ...built.map(all),
      ["networkOrderList", ["order:refund"]],
      ["buyTktLog", ["order:refund", "sale:print"]],
      ["priceCalendar", ["pricePolicy:add"]],
    ],
  },
  {
    code: "seller",
    name: "售票员",
    grants: [
      ["buyTktList", ["sale:sell", "sale:print"]],
      ["buyTktLog", ["order:refund", "sale:print"]],
    ],
  },
  { code: "gatekeeper", name: "验票员", grants: [["tktChevkPage", ["check:pass"]]] },
];
