/** Which blocks the workbench has for whom, what it asks for them, and where they lead. */
import { describe, expect, test } from "vitest";
import type { UserInfo } from "~/contract/platform/session";
import { dataCentre } from "~/contract/report/data-centre";
import { parkLoad } from "~/contract/ticket/today";
import { blocksFor, loadBlocks } from "~/screens/home/load-blocks.server";
import { fakeContext } from "~tests/app/shell/fake-context";

const somebody = (functions: string[], corpCode = "0001"): UserInfo =>
  ({
    ...{
      id: 7,
      name: "王",
      accName: "w",
      accType: "1",
      corpCode,
      corpName: "",
      deptName: "",
      isRealName: "F",
      initpwd: "F",
    },
    sysFunctionsSet: functions.map((funCode, id) => ({ id, funCode, funName: funCode, funUrl: `/${funCode}` })),
    sysButtonRolePOSet: [],
  }) as unknown as UserInfo;

const asked = (functions: string[], viewer = { isHeadOffice: false, isSaas: false }) =>
  blocksFor(somebody(functions), viewer)
    .map(({ asks }) => asks.name)
    // Everybody's, first of all.
    .slice(1);

describe("2.3a blocks by role", () => {
  test("2.3a what everybody is told stands first", () => {
    const [first] = blocksFor(somebody([]), { isHeadOffice: false, isSaas: false });
    expect(first?.asks.name).toBe("announcementsUnread");
  });

  test("2.3a a seller has the counter, a gate keeper the desk, a manager neither in place of the figures", () => {
    expect(asked(["buyTktList", "buyTktLog"])).toEqual(["ownSalesToday"]);
    expect(asked(["tktChevkPage"])).toEqual(["gatesToday"]);
    expect(asked([])).toEqual([]);
    const all = [
      "buyTktList",
      "tktChevkPage",
      "offlineOrderList",
      "passageList",
      "parkList",
      "quotaList",
      "tktParkGate",
    ];
    expect(asked(all)).toEqual([
      ...["salesToday", "takingsByDay", "admissionsByHour", "parkLoad", "fullSlots", "quietGates", "bookingsTomorrow"],
    ]);
  });

  test("2.3a tenants are head office's, in the SaaS edition", () => {
    expect(asked([], { isHeadOffice: true, isSaas: true })).toEqual(["dataCentre"]);
    expect(asked([], { isHeadOffice: true, isSaas: false })).toEqual([]);
    expect(asked([], { isHeadOffice: false, isSaas: true })).toEqual([]);
  });

  test("2.3a head office is shown its tenants, the best first, with a way to the wall", async () => {
    const figures = { sales: 100_00, refunds: 0, payments: 2, admissions: 3 };
    const user = somebody([]);
    const { context } = fakeContext({
      user,
      parameters: { isSaasEdition: "T" },
      answers: {
        [dataCentre.name]: {
          day: "2026-11-20",
          days: [{ day: "2026-11-20", ...figures }],
          corps: [{ corpCode: "0002", name: "云山", ...figures }],
          ...{ loads: [], alarms: [], provinces: [] },
        },
      },
    });
    expect(await loadBlocks(context, user)).toMatchObject([
      { kind: "rows", to: "/datacenter", rows: [{ text: "云山", value: "¥100.00", share: 1 }] },
    ]);
  });

  test("2.3a what leads to a page that is not opened to one is shown without the link; what fails is left out", async () => {
    const user = somebody(["parkList", "quotaList"]);
    const { context } = fakeContext({
      user,
      answers: {
        [parkLoad.name]: {
          day: "2026-11-20",
          parks: [{ id: 1, name: "云山", capacity: 100, entered: 90, left: 5, inside: 85, countsExits: true }],
        },
      },
    });
    const blocks = await loadBlocks(context, user);
    expect(blocks).toMatchObject([{ kind: "rows", rows: [{ text: "云山", share: 0.85, tone: "warn" }] }]);
    expect(JSON.stringify(blocks)).not.toContain("/manage/passageList");
    const gates = somebody(["parkList", "passageList"]);
    const again = fakeContext({
      user: gates,
      answers: {
        [parkLoad.name]: {
          day: "2026-11-20",
          parks: [{ id: 1, name: "云山", capacity: null, entered: 9, left: 0, inside: 9, countsExits: false }],
        },
      },
    });
    expect(JSON.stringify(await loadBlocks(again.context, gates))).toContain("/manage/passageList?at.from=2026-11-20");
  });
});
