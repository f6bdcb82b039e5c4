/** Children who may stay when an adult goes, where people came with combos: whoever did has several tickets. */
import { describe, expect, it } from "vitest";
import { leftAloneWhyNot } from "~server/backend/business/ticket/rules/refund-beside";

const none = { parkId: 1, insteadOfId: null, concessionId: null, perAdult: null, child: false };
const lineOf = (id: number, name: string, beside: object, combo = false) =>
  ({ id, name, subjectId: id, terms: { beside: { ...none, ...beside }, ...(combo && { combo: {} }) } }) as never;
/** 1 entrance and 2 cable car of a combo, 3 an adult alone, 4 free children. */
const lines = [
  lineOf(1, "联票 · 入园", {}, true),
  lineOf(2, "联票 · 索道", {}, true),
  lineOf(3, "成人票", {}),
  lineOf(4, "儿童免票", { concessionId: 7, perAdult: 1, child: true }),
];
let next = 0;
const piece = (lineId: number, price: number, set?: number) => {
  next += 1;
  const free = { fee: 0, refundable: true, whyNot: "", needsApproval: false };
  return { id: next, no: `T${next}`, lineId, price, ...free, ...(set !== undefined && { set }) };
};
const combo = (set: number, people = 1) =>
  [1, 2].flatMap((lineId) => Array.from({ length: people }, () => piece(lineId, 6_000, set)));
const adult = () => piece(3, 8_000);
const child = () => piece(4, 0);
type Pieces = ReturnType<typeof piece>[];
const why = (all: Pieces, chosen: Pieces) => leftAloneWhyNot(lines, all, chosen);

describe("children beside people with combos", () => {
  it("the only adult's combo does not go without the child", () => {
    const [own, kid] = [combo(1), child()];
    expect(why([...own, kid], own)).toContain(kid.no);
    expect(why([...own, kid], [...own, kid])).toBe("");
  });

  it("two tickets of one person are one adult, a combo for two people is two", () => {
    const [one, two, kids] = [combo(1), combo(2), [child(), child()]];
    expect(why([...one, ...two, ...kids], two)).not.toBe("");
    const [pair, alone] = [combo(1, 2), adult()];
    expect(why([...pair, alone, ...kids], [alone])).toBe("");
    expect(why([...pair, alone, ...kids], pair)).not.toBe("");
  });

  it("a part that goes by itself leaves its person there", () => {
    const [own, kid] = [combo(1), child()];
    expect(why([...own, kid], own.slice(1))).toBe("");
  });

  it("an adult alone goes where one with a combo stays; tickets that are free count for nobody", () => {
    const [own, alone, kid] = [combo(1), adult(), child()];
    expect(why([...own, alone, kid], [alone])).toBe("");
    const free = combo(1).map((one) => ({ ...one, price: 0 }));
    expect(why([...free, alone, kid], [alone])).not.toBe("");
  });
});
