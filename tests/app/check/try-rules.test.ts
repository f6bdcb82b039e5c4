/** The trial of a type's rules: what is typed is asked, and nothing of it is lost where it is wrong. */
import { expect, test } from "vitest";
import "~/i18n/locale.server";
import { loader } from "~/screens/ticket/try-rules";
import { screen } from "../resource/screen";

const days = { validFrom: "2026-11-20", validTo: "2026-11-20" };
const verdict = { reason: "ok", message: "", direction: "in", entries: 1, slot: "", ...days };
const answer = { name: "成人票", sentences: [], today: "2026-11-20", gates: [], slots: [], verdict };
const whole = "visitDay=2026-11-20&day=2026-11-20&time=09:00&gateId=7&people=1&entered=&left=";

async function loaded(query: string) {
  const { args, seen } = screen(`/ticket/ticketList/5/tryRules?${query}`, { answers: { tryTicketType: answer } });
  const data = await loader({ ...args, params: { id: "5" } });
  return { data, trial: (seen.calls[0]?.payload as { trial?: Record<string, unknown> } | undefined)?.trial };
}

const row = (day: string, time: string, more = "&earlier.direction=in&earlier.people=1&earlier.gateId=") =>
  `&earlier.day=${day}&earlier.time=${time}${more}`;

test("the lane and the rows that are filled in are asked, blank rows are not", async () => {
  const out = "&earlier.direction=out&earlier.people=2&earlier.gateId=8";
  const query = `${whole}&direction=out${row("2026-11-19", "08:00")}${row("", "")}${row("2026-11-19", "17:00", out)}`;
  const { data, trial } = await loaded(query);
  expect(data.errors).toEqual({});
  expect(trial).toMatchObject({ direction: "out" });
  expect(trial?.earlier).toEqual([
    { day: "2026-11-19", time: "08:00", direction: "in", people: 1 },
    { day: "2026-11-19", time: "17:00", direction: "out", people: 2, gateId: 8 },
  ]);
});

test("rows that are wrong stand as they were typed, each with what is wrong", async () => {
  const many = "&earlier.direction=in&earlier.people=many&earlier.gateId=";
  const { data, trial } = await loaded(
    `${whole}${row("2026-11-19", "")}${row("2026-11-20", "08:00")}${row("2026-11-18", "08:00", many)}`,
  );
  expect(trial).toBeUndefined();
  expect(data.earlier.map(({ day, time, people }) => [day, time, people])).toEqual([
    ["2026-11-19", "", "1"],
    ["2026-11-20", "08:00", "1"],
    ["2026-11-18", "08:00", "many"],
  ]);
  expect(data.errors).toEqual({
    "earlier.0": ["请填写日期和时间"],
    "earlier.1": ["须早于试算的日期"],
    "earlier.2": [expect.any(String)],
  });
});
