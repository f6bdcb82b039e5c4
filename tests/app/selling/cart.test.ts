import { describe, expect, test } from "vitest";
import "~/i18n/locale.server";
import { typedOf } from "~/form/submission.server";
import { readCart } from "~/screens/ticket/counter-cart";
import { keptLines, withAnotherDay } from "~/screens/ticket/counter-kept";
import { serverPriced, totalsOf, typedFen } from "~/screens/ticket/counter-totals";

function typed(fields: [string, string][]) {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return typedOf(form);
}

const whole: [string, string][] = [
  ["visitDay", "2026-11-21"],
  ["paymentType", "cash"],
  ["idempotencyKey", "key-00000001"],
];

describe("the counter's cart", () => {
  test("numbers, slots, discount and visitors are read by field", () => {
    const { cart, errors } = readCart(
      typed([
        ...whole,
        ["quantity.3", "2"],
        ["quantity.9", "1"],
        ["quantity.10", "0"],
        ["quantity.11", ""],
        ["slot.9", "09:00-12:00"],
        ["discount", "1.5"],
        ["visitorName.0", " 王小明 "],
        ["visitorIdentity.0", "11010519491231002x"],
      ]),
    );
    expect(errors).toEqual({});
    expect(cart.lines).toEqual([
      { ticketTypeId: 3, slot: "", quantity: 2 },
      { ticketTypeId: 9, slot: "09:00-12:00", quantity: 1 },
    ]);
    expect(cart.discount).toBe(150);
    expect(cart.visitors).toEqual([
      { name: "王小明", document: "resident", country: "", identity: "11010519491231002X" },
    ]);
  });

  test.each([
    ["letters", "two"],
    ["negative", "-1"],
    ["exponent", "1e9"],
    ["huge", "99999999999999999999"],
    ["beyond the bound", "1001"],
    ["decimals", "1.5"],
    ["control characters", "1\u00002"],
  ])("a number that is %s is refused beside its field", (_, quantity) => {
    const { cart, errors } = readCart(typed([...whole, ["quantity.3", quantity]]));
    expect(cart.lines).toEqual([]);
    expect(Object.keys(errors)).toEqual(["quantity.3"]);
  });

  test("nothing chosen is said once, for the whole form", () => {
    expect(readCart(typed(whole)).errors).toEqual({ "": ["请至少选择一张票"] });
  });

  test("a repeated field counts once, and names of the object's prototype are no fields", () => {
    const { cart, errors } = readCart(
      typed([...whole, ["quantity.3", "2"], ["quantity.3", "5"], ["__proto__", "x"], ["constructor", "x"]]),
    );
    expect(errors).toEqual({});
    expect(cart.lines).toEqual([{ ticketTypeId: 3, slot: "", quantity: 2 }]);
  });

  test("a visitor begun must be whole, with a right identity number", () => {
    const { errors } = readCart(
      typed([...whole, ["quantity.3", "1"], ["visitorName.0", ""], ["visitorIdentity.0", "110105194912310021"]]),
    );
    expect(errors).toEqual({ "visitorName.0": ["请输入游客 1 姓名"], "visitorIdentity.0": ["身份证号码不正确"] });
  });
});

const zone = "P<D<<ERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<L898902C36D<<7408122F1204159ZE184226B<<<<<10";

describe("documents of visitors", () => {
  test("a passport with its country, by name; a zone in the place of the number brings name and country", () => {
    const { cart, errors } = readCart(
      typed([
        ...whole,
        ["quantity.3", "2"],
        ["visitorName.0", "John Smith"],
        ["visitorDocument.0", "passport"],
        ["visitorCountry.0", "美国"],
        ["visitorIdentity.0", "e1234567"],
        ["visitorName.1", ""],
        ["visitorDocument.1", "resident"],
        ["visitorIdentity.1", zone],
      ]),
    );
    expect(errors).toEqual({});
    expect(cart.visitors).toEqual([
      { name: "John Smith", document: "passport", country: "USA", identity: "E1234567" },
      { name: "ERIKSSON ANNA MARIA", document: "passport", country: "DEU", identity: "L898902C3" },
    ]);
  });

  test("what is wrong stands beside its field", () => {
    const person = (document: string, country: string, identity: string): [string, string][] => [
      ...[...whole, ["quantity.3", "1"] as [string, string]],
      ...[["visitorName.0", "甲"] as [string, string], ["visitorDocument.0", document] as [string, string]],
      ...[["visitorCountry.0", country] as [string, string], ["visitorIdentity.0", identity] as [string, string]],
    ];
    const wrong = (...one: Parameters<typeof person>) => Object.keys(readCart(typed(person(...one))).errors);
    expect(wrong("passport", "", "E1234567")).toEqual(["visitorCountry.0"]);
    expect(wrong("hkMacaoPermit", "", "E1234567")).toEqual(["visitorIdentity.0"]);
    expect(wrong("driver", "", "E1234567")).toEqual(["visitorDocument.0"]);
    expect(wrong("passport", "x".repeat(99), "E".repeat(999))).toEqual(["visitorCountry.0", "visitorIdentity.0"]);
  });
});

describe("totals while typing", () => {
  const offers = [
    { ticketTypeId: 1, price: 8000, realName: "none", visitorsEach: 1, slots: [] },
    { ticketTypeId: 2, price: 4000, realName: "perTicket", visitorsEach: 1, slots: [] },
    {
      ticketTypeId: 3,
      price: 5000,
      realName: "perOrder",
      visitorsEach: 1,
      slots: [{ slot: "09:00-12:00", price: 6000 }],
    },
  ];
  const of = (fields: Record<string, string>) => totalsOf(offers, (name) => fields[name] ?? "");

  test("amounts, tickets and visitors", () => {
    expect(of({ "quantity.1": "2", "quantity.2": "3" })).toMatchObject({ tickets: 5, total: 28_000, visitors: 3 });
    expect(of({ "quantity.3": "2", "slot.3": "09:00-12:00" })).toMatchObject({
      total: 12_000,
      visitors: 1,
      slotMissing: false,
    });
    expect(of({ "quantity.3": "2" })).toMatchObject({ total: 10_000, slotMissing: true });
  });

  test("nonsense counts nothing", () => {
    expect(of({ "quantity.1": "x", "quantity.2": "-4" })).toMatchObject({ tickets: 0, total: 0 });
    expect([typedFen("12.5"), typedFen("1,000"), typedFen("")]).toEqual([1250, 0, 0]);
  });
});

describe("lines of other days", () => {
  const friday = {
    visitDay: "2026-11-20",
    "quantity.3": "2",
    "quantity.9": "1",
    "slot.9": "09:00-12:00",
    discount: "",
  };

  test("another day keeps the numbers of this one and shows the day after; visitors keep their order", () => {
    const next = withAnotherDay({ ...friday, intent: "another", "visitorName.0": "王小明" });
    expect(next).toEqual({
      ...{ visitDay: "2026-11-21", discount: "", "visitorName.0": "王小明" },
      ...{ "also.0.2026-11-20.3.": "2", "also.1.2026-11-20.9.09:00-12:00": "1" },
    });
    const third = withAnotherDay({ ...next, visitDay: "2026-11-19", "quantity.3": "4" });
    expect(third.visitDay).toBe("2026-11-21");
    expect(keptLines(third).map(({ place, visitDay }) => [place, visitDay])).toEqual([
      [0, "2026-11-20"],
      [1, "2026-11-20"],
      [2, "2026-11-19"],
    ]);
  });

  test("they are read before those of the day on offer; nonsense is told beside its field", () => {
    const { cart, errors } = readCart(
      typed([
        ...whole,
        ["quantity.3", "1"],
        ["also.1.2026-11-22.9.09:00-12:00", "3"],
        ["also.0.2026-11-20.3.", "2"],
        ["also.2.2026-11-20.3.", "0"],
        ["also.3.2026-11-20.3.", "x"],
        ["also.4.2026-02-31.3.", "1"],
        ["also.5.2026-11-20.3.morning", "1"],
        ["also.6.nonsense", "1"],
      ]),
    );
    expect(cart.lines).toEqual([
      { ticketTypeId: 3, visitDay: "2026-11-20", slot: "", quantity: 2 },
      { ticketTypeId: 9, visitDay: "2026-11-22", slot: "09:00-12:00", quantity: 3 },
      { ticketTypeId: 3, slot: "", quantity: 1 },
    ]);
    expect(Object.keys(errors)).toEqual([
      "also.3.2026-11-20.3.",
      "also.4.2026-02-31.3.",
      "also.5.2026-11-20.3.morning",
    ]);
  });

  test("count in the totals by the price that was quoted; without one only the server knows", () => {
    const kept = [
      { field: "also.0", ticketTypeId: 1, price: 9_000, realName: "none", visitorsEach: 1 },
      { field: "also.1", ticketTypeId: 2, price: null, realName: "perTicket", visitorsEach: 1 },
    ];
    const of = (fields: Record<string, string>) => totalsOf([], (name) => fields[name] ?? "", kept);
    expect(of({ "also.0": "2" })).toMatchObject({
      total: 18_000,
      tickets: 2,
      unpriced: false,
      kept: { "also.0": 18_000 },
    });
    expect(of({ "also.0": "2", "also.1": "1" })).toMatchObject({ visitors: 1, unpriced: true });
  });
});

describe("an account that pays", () => {
  test("its number and what is set aside elsewhere are read; with it the way of paying has a price", () => {
    const { cart } = readCart(
      typed([...whole, ["quantity.3", "1"], ["accountNo", " SC1 "], ["beside.theatre.12", "on"], ["beside.x", "on"]]),
    );
    expect([cart.accountNo, cart.beside]).toEqual(["SC1", [{ business: "theatre", key: "12" }]]);
    const asked = { accountNo: "SC1", paymentType: "storedCard" };
    expect(serverPriced(asked, asked)).toEqual({ asked: true, fresh: true });
    expect(serverPriced({ ...asked, paymentType: "cash" }, asked).fresh).toBe(false);
    expect(serverPriced({ paymentType: "cash" }, { paymentType: "wechat" })).toEqual({ asked: false, fresh: true });
  });
});
