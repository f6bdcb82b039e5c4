/** The rules of a passage by their table of cases; the same table is passed by the server and by a gate without a line. */
import { describe, expect, it } from "vitest";
import { recognise, shownCode } from "~/contract/ticket/gate-rules/code";
import type { TicketSnapshot } from "~/contract/ticket/gate-rules/facts";
import { judge } from "~/contract/ticket/gate-rules/judge";
import { forceable } from "~/contract/ticket/gate-rules/reasons";
import { sayRules } from "~/contract/ticket/gate-rules/say";
import { localeStorage } from "~/i18n/locale.server";
import { gateCases, gateOf, momentOfCase, passOf, ticketOf, usualGate, usualTicket } from "~tests/support/gate-cases";

describe("verdict rule", () => {
  it.each(gateCases.map((one) => [one.name, one] as const))("%s", (_, one) => {
    const { people = 1, holderMatches = true, inside = null, lane } = one;
    const attempt = { now: momentOfCase(one), people, holderMatches, inside, direction: lane };
    const verdict = judge(ticketOf(one), gateOf(one), attempt);
    expect(verdict.reason, verdict.message).toBe(one.expect);
    expect(verdict.message.length).toBeGreaterThan(6);
    if (one.entries !== undefined) expect(verdict.entries).toBe(one.entries);
    if (one.direction) expect(verdict.direction).toBe(one.direction);
  });

  it("says in the caller's language what decided it", () => {
    const pass = {
      at: "2026-11-20T12:00:00+08:00",
      direction: "in",
      people: 1,
      entries: 1,
      gateGroupId: 7,
      gate: "西门",
    };
    const used = { ...usualTicket, used: 1, state: "used", passes: [{ ...pass, direction: "in" as const }] };
    const attempt = { now: new Date(pass.at), people: 1, holderMatches: true, inside: null };
    expect(judge(used, usualGate, attempt).message).toBe("这张票已于 2026-11-20 12:00:00 在“西门”使用");
    expect(localeStorage.run("en", () => judge(used, usualGate, attempt).message)).toBe(
      "This ticket was used at 2026-11-20 12:00:00 at “西门”",
    );
  });

  const inAt = (at: string, gateGroupId = 7) => passOf({ at: `2026-11-${at}:00+08:00`, elsewhere: gateGroupId !== 7 });
  const outAt = (at: string) => passOf({ at: `2026-11-${at}:00+08:00`, direction: "out" });
  /** What a ticket says of itself, and what who breaks it hears, at noon of 20 November. */
  const told: [string, Partial<TicketSnapshot>, string, string][] = [
    [
      "nothing of re-entry",
      { passes: [inAt("20T10:00"), outAt("20T11:00")] },
      "这张票已于 2026-11-20 10:00:00 在“东门一号”使用；离园后再入园要另扣次数",
      "This ticket was used at 2026-11-20 10:00:00 at “东门一号”; coming back after leaving uses another admission",
    ],
    [
      "re-entry on the day, and comes the next day",
      { validFrom: "2026-11-19", rules: { reentry: "day" }, passes: [inAt("19T10:00"), outAt("19T11:00")] },
      "这张票已于 2026-11-19 10:00:00 在“东门一号”使用；离园后仅当日可免扣次数再入园",
      "This ticket was used at 2026-11-19 10:00:00 at “东门一号”; coming back without another admission is possible on the same day only",
    ],
    [
      "re-entry once, and it was used",
      {
        rules: { reentry: "times", reentries: 1 },
        passes: [inAt("20T09:00"), outAt("20T09:30"), { ...inAt("20T10:00"), entries: 0 }, outAt("20T11:00")],
      },
      "这张票离园后可再入园 1 次，已全部用完",
      "This ticket allows 1 re-entry; it has been used",
    ],
    [
      "one entry a day, and who left wants back",
      { admissions: 5, rules: { perDay: 1 }, passes: [inAt("20T09:00"), outAt("20T09:30")] },
      "这张票每天可入园 1 次，今天已用 1 次，不够 1 人；离园后再入园要另扣次数",
      "This ticket admits 1 a day; 1 used today, not enough for 1; coming back after leaving uses another admission",
    ],
    [
      "one entry, and nobody left",
      { passes: [inAt("20T10:00")] },
      "这张票已于 2026-11-20 10:00:00 在“东门一号”使用",
      "This ticket was used at 2026-11-20 10:00:00 at “东门一号”",
    ],
  ];
  it.each(told)("refuses by the rule, in both languages: %s", (_, facts, zh, en) => {
    const passes = facts.passes ?? [];
    const used = passes.reduce((sum, { entries }) => sum + entries, 0);
    const ticket = { ...usualTicket, ...facts, used };
    const attempt = { now: new Date("2026-11-20T12:00:00+08:00"), people: 1, holderMatches: true, inside: null };
    expect(judge(ticket, usualGate, attempt).message).toBe(zh);
    expect(localeStorage.run("en", () => judge(ticket, usualGate, attempt).message)).toBe(en);
  });

  it("says of a choice what is left, and where", () => {
    const points = ["东门", "缆车", "漂流"].map((name, place) => ({ id: 7 + place, name }));
    const ticket = { ...usualTicket, ticketTypeName: "任选票", admissions: 2, rules: { perGroup: 1, points } };
    const at = "2026-11-20T12:00:00+08:00";
    const passAt = (gateGroupId: number) => ({
      ...{ at, direction: "in" as const, people: 1, entries: 1, gateGroupId, gate: "" },
    });
    const said = (passes: ReturnType<typeof passAt>[], gate = usualGate) =>
      judge({ ...ticket, used: passes.length, passes }, gate, {
        now: new Date(at),
        people: 1,
        holderMatches: true,
        inside: null,
      }).message;
    expect(said([])).toBe("请进：任选票 · 东门，1 人，还可选 1 次：缆车、漂流");
    expect(said([passAt(8)])).toBe("请进：任选票 · 东门，1 人，可选次数已用完");
    expect(said([passAt(7)])).toBe("这张票在“东门”最多 1 次，已用 1 次，不够 1 人；还可去：缆车、漂流");
    expect(said([passAt(8), passAt(9)])).toBe("这张票可选 2 次，已全部选完：缆车、漂流");
    const side = { ...usualGate, name: "后门", gateGroupId: 20, gateGroupName: "后山" };
    expect(said([passAt(8)], side)).toBe("闸机“后门”（后山）不是这张票可去的点位，可去：东门、漂流");
    expect(sayRules({ ...ticket, gateGroupName: "", slot: "" })[0]).toBe(
      "任选 2 次，每个点位最多 1 次：东门、缆车、漂流",
    );
    expect(localeStorage.run("en", () => said([]))).toBe(
      "Admit: 任选票 · 东门, 1 person; choices left: 1 (缆车, 漂流)",
    );
  });

  it("a forced pass overrules the moment and the place, never money or a lost right", () => {
    for (const reason of [
      "unknown",
      "unpaid",
      "cancelled",
      "refunded",
      "revoked",
      "blocked",
      "restricted",
      "closed",
      "ambiguous",
    ] as const) {
      expect(forceable.has(reason)).toBe(false);
    }
    expect(forceable.has("tooLate")).toBe(true);
  });
});

describe("codes", () => {
  const secret = `Q${"A1".repeat(13)}`;
  it("14 what a scanner puts before a code is no part of it", () => {
    for (const prefix of ["\\000001", "]Q1\\000026", "]Q3"]) {
      expect(recognise(prefix + secret)).toEqual({ kind: "qr", value: secret });
    }
  });

  it("14 neither a secret nor a mistyped identity number is kept whole", () => {
    for (const input of [secret, `X${secret}`, "110105194912310021", `\\99${secret}`]) {
      const shown = shownCode(recognise(input));
      expect(shown.length, input).toBeLessThan(9);
    }
    expect(shownCode(recognise("11010519491231002X"))).toBe("110105********002X");
  });
});
