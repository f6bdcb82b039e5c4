/** The sessions of a week once more, and the sale windows of a series. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { theatreSeries, theatreShow } from "~/contract/theatre/session";
import { theatreWeekCopy, theatreWeekForm } from "~/contract/theatre/week-copy";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark, fresh } from "~tests/support/park";
import { race, raceIsReal } from "~tests/support/race";
import { openTheatre, settle, type Theatre } from "./support";

let backend: TestBackend;
let house: Theatre;
beforeAll(async () => {
  backend = await openTestBackend();
  const { parkId } = await createPark(backend);
  house = await openTheatre(backend, parkId);
});
afterAll(() => backend.close());

const look = async (wish: object, as = backend.admin) =>
  backend.call(theatreWeekForm, { wish: { weeks: 1, ...wish } as never }, { as });
const copy = (wish: object, as = backend.admin) =>
  backend.call(theatreWeekCopy, { weeks: 1, skip: false, idempotencyKey: fresh("week-key"), ...wish } as never, { as });
const sessionsOf = (from: string, to: string) =>
  backend.sql(
    `select day::text as day, time, no_gaps as "noGaps",
            to_char(sale_from at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as opens,
            to_char(sale_until at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as closes
     from theatre_session where day between $1 and $2 and status <> 'cancelled' order by starts_at`,
    [from, to],
  );

test("a week is copied into the weeks asked for, with times, rules and sale windows; cancelled ones are not", async () => {
  await house.addSession({ day: "2026-12-07", time: "10:00", noGaps: true, saleFrom: "2026-12-01 08:00:00" });
  await house.addSession({ day: "2026-12-13", time: "19:30", saleUntil: "2026-12-13 19:00:00" });
  const gone = await house.addSession({ day: "2026-12-09", time: "19:30" });
  await settle(backend, gone);
  const wish = { from: "2026-12-10", to: "2026-12-23", weeks: 2 };
  const seen = (await look(wish)).data.preview;
  expect([seen?.fits, seen?.blocked, seen?.rows.map(({ startsAt }) => startsAt)]).toEqual([
    ...[4, 0],
    ["2026-12-21 10:00:00", "2026-12-27 19:30:00", "2026-12-28 10:00:00", "2027-01-03 19:30:00"],
  ]);
  expect((await copy(wish)).data).toEqual({ sessions: 4, left: 0 });
  expect(await sessionsOf("2026-12-14", "2027-01-03")).toEqual([
    { day: "2026-12-21", time: "10:00", noGaps: true, opens: "2026-12-15 08:00", closes: null },
    { day: "2026-12-27", time: "19:30", noGaps: false, opens: null, closes: "2026-12-27 19:00" },
    { day: "2026-12-28", time: "10:00", noGaps: true, opens: "2026-12-22 08:00", closes: null },
    { day: "2027-01-03", time: "19:30", noGaps: false, opens: null, closes: "2027-01-03 19:00" },
  ]);
});

test("what is in the way is seen before; without leave the whole is refused, with it the rest is made", async () => {
  await house.addSession({ day: "2027-01-04", time: "10:00" });
  await house.addSession({ day: "2027-01-05", time: "10:00" });
  await house.addSession({ day: "2027-01-11", time: "10:40" });
  const wish = { from: "2027-01-04", to: "2027-01-11", hallId: house.hallId };
  const rows = (await look(wish)).data.preview?.rows;
  expect(rows?.map(({ whyNot }) => whyNot)).toEqual([
    "同一厅“青云水秀 2027-01-11 10:40”到 2027-01-11 12:00 才清场完毕，时间重叠",
    "",
  ]);
  const refused = await copy(wish);
  expect([refused.status, refused.message.slice(0, 7)]).toEqual([409, "有 1 场冲突，".slice(0, 7)]);
  expect(await sessionsOf("2027-01-12", "2027-01-17")).toEqual([]);
  expect((await copy({ ...wish, skip: true })).data).toEqual({ sessions: 1, left: 1 });
  expect((await sessionsOf("2027-01-12", "2027-01-17")).map(({ day }) => day)).toEqual(["2027-01-12"]);
  // All of it is there by now.
  expect((await copy({ ...wish, skip: true })).status).toBe(409);
});

test("a show that is longer now meets its own copy, one that is suspended is not copied", async () => {
  const showId = await backend.saved(theatreShow.methods.save, {
    ...{ code: fresh("SH"), name: "夜游", kind: "show", minutes: 60, introduction: null },
  });
  await house.addSession({ showId, day: "2027-02-01", time: "10:00" });
  await house.addSession({ showId, day: "2027-02-01", time: "11:30" });
  await backend.sql("update theatre_show set minutes = 100 where id = $1", [showId]);
  const wish = { from: "2027-02-01", to: "2027-02-08" };
  expect((await look(wish)).data.preview?.rows.map(({ whyNot }) => whyNot === "")).toEqual([true, false]);
  await backend.call(theatreShow.methods.suspend, { id: showId });
  expect((await look(wish)).data.preview).toMatchObject({ fits: 0, blocked: 2 });
  expect((await copy({ ...wish, skip: true })).message).toBe("节目或座位图已停用");
});

test("refused: an earlier week, one without sessions, too many, nonsense, no right; of another tenant there is nothing", async () => {
  expect((await copy({ from: "2026-12-10", to: "2026-12-07" })).errors?.to).toEqual(["要晚于被复制的那一周"]);
  expect((await copy({ from: "2028-12-10", to: "2028-12-20" })).errors?.from).toEqual(["这一周没有场次"]);
  expect((await look({ from: "x", to: "2028-12-20" })).status).toBe(422);
  expect((await copy({ from: "2026-12-10", to: "2027-03-01", weeks: 27 })).status).toBe(422);
  const { token } = await backend.createUser({ grants: ["sessionList"] });
  expect((await copy({ from: "2026-12-10", to: "2027-03-01" }, token)).status).toBe(403);
  const tenant = await backend.createCorp("0093");
  expect((await copy({ from: "2026-12-10", to: "2027-03-01" }, tenant)).errors?.from).toEqual(["这一周没有场次"]);
  expect(await sessionsOf("2027-03-01", "2027-03-07")).toEqual([]);
});

test.runIf(raceIsReal)("copied by eight at once it is there once", async () => {
  await house.addSession({ day: "2027-04-05", time: "10:00" });
  const all = await race(backend, 8, () => copy({ from: "2027-04-05", to: "2027-04-12" }));
  expect(all.filter(({ success }) => success)).toHaveLength(1);
  expect(await sessionsOf("2027-04-12", "2027-04-18")).toHaveLength(1);
});

test("a series opens its sale so many days before and closes it so many minutes before", async () => {
  const reply = await backend.call(theatreSeries, {
    ...{ idempotencyKey: fresh("series-key"), showId: house.showId, templateId: house.templateId, noGaps: false },
    ...{
      templateTicketId: house.templateTicketId,
      from: "2027-05-01",
      to: "2027-05-02",
      weekdays: [1, 2, 3, 4, 5, 6, 7],
    },
    ...{ times: ["10:00"], except: [], opensDays: 7, opensAt: "09:30", closesMinutes: 15 },
  });
  expect([reply.message, reply.data]).toEqual(["", { sessions: 2 }]);
  expect((await sessionsOf("2027-05-01", "2027-05-02")).map(({ opens, closes }) => [opens, closes])).toEqual([
    ["2027-04-24 09:30", "2027-05-01 09:45"],
    ["2027-04-25 09:30", "2027-05-02 09:45"],
  ]);
});

test("a series and a copied week sell couple seats singly where the first session does", async () => {
  const one = (day: string, splitPairs: boolean) => house.addSession({ day, time: "10:00", splitPairs });
  await one("2027-06-07", true);
  await one("2027-06-08", false);
  await copy({ from: "2027-06-07", to: "2027-06-14" });
  const series = { showId: house.showId, templateId: house.templateId, templateTicketId: house.templateTicketId };
  const made = await backend.call(theatreSeries, {
    ...{ ...series, idempotencyKey: fresh("series-key"), noGaps: false, splitPairs: true, except: [] },
    ...{ from: "2027-06-21", to: "2027-06-22", weekdays: [1, 2, 3, 4, 5, 6, 7], times: ["10:00"] },
  });
  expect(made.message).toBe("");
  const rows = await backend.sql<{ day: string; split: boolean }>(
    `select day::text as day, split_pairs as split from theatre_session
     where day between '2027-06-14' and '2027-06-22' order by day`,
  );
  expect(rows).toEqual([
    { day: "2027-06-14", split: true },
    { day: "2027-06-15", split: false },
    { day: "2027-06-21", split: true },
    { day: "2027-06-22", split: true },
  ]);
});
