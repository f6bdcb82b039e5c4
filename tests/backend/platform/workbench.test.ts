/** The workbench drawer's lists, and the codes that open applications. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessApp } from "~/contract/platform/access-app";
import { getAuthCodeByToken, quickLinkList } from "~/contract/platform/workbench";
import { corpApplication, quickLinkEntry } from "~/contract/platform/workbench-resources";
import { openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
  backend.setNow(new Date("2026-06-01T02:00:00Z"));
  const day: Record<string, string> = { soon: "2026-06-20", past: "2026-05-31", fine: "2027-06-01" };
  for (const [appCode, expirationDay] of Object.entries(day)) {
    const made = await backend.call(corpApplication.methods.save, {
      appCode,
      appName: appCode,
      appAuthUrl: `https://${appCode}.example.com/enter`,
      appType: "1",
      openStatus: 0,
      status: 0,
      tenantNo: "T-1",
      productTypeCode: "P-1",
      expirationDay,
    } as never);
    expect(made.errors ?? {}).toEqual({});
  }
});
afterAll(() => backend.close());

const lists = (as: string, id: number) => backend.call(quickLinkList, { thirdToken: "", id }, { as });

describe("7 quickLinkList", () => {
  test("7s 3p 3r 3s 4.5f applications with what their day says of them, and the subject", async () => {
    const { token, id } = await backend.createUser({});
    const { data } = await lists(token, id);
    expect(data.corpApplicationDTOList.map(({ appCode, appStatus }) => [appCode, appStatus])).toEqual([
      ["soon", 2],
      ["past", 3],
      ["fine", 1],
    ]);
    expect(data.corpApplicationDTOList[0]).toMatchObject({ expirationTime: "2026-06-20", tenantName: "总部" });
    expect(data.subjectCode).toBe("0001");
    expect(Object.keys(data)).toEqual(["corpApplicationDTOList", "quickLinkDTOList", "subjectCode"]);
    const item = data.corpApplicationDTOList[0];
    expect(item).toMatchObject({ appCode: "soon", openStatus: 0, status: 0, appStatus: 2, appType: "1" });
    expect(item).toMatchObject({ appAuthUrl: "https://soon.example.com/enter", tenantNo: "T-1", redirectUrl: "" });
    expect(item).toMatchObject({ productTypeCode: "P-1" });
  });

  test("7s 3q quick links in their order, of the own corp and for oneself alone", async () => {
    for (const [name, sort] of [
      ["后", 2],
      ["先", 1],
    ] as const) {
      await backend.call(quickLinkEntry.methods.save, { name, url: "/index", sort } as never);
    }
    const { token, id } = await backend.createUser({});
    expect((await lists(token, id)).data.quickLinkDTOList.map(({ name }) => name)).toEqual(["先", "后"]);
    expect((await lists(token, id + 1)).status).toBe(404);
    const other = await backend.createCorp("WB2");
    const [account] = await backend.sql<{ id: number }>("select id from account where corp_code = 'WB2'");
    const theirs = (await lists(other, account?.id ?? 0)).data;
    expect([theirs.quickLinkDTOList, theirs.corpApplicationDTOList]).toEqual([[], []]);
  });

  test("7s addresses that a browser must not follow are refused", async () => {
    for (const url of ["javascript:alert(1)", "//evil.example", "ftp://x"]) {
      const refused = await backend.call(quickLinkEntry.methods.save, { name: "x", url, sort: 0 } as never);
      expect(refused.status, url).toBe(422);
    }
  });
});

describe("7 getAuthCodeByToken", () => {
  test("7t a code each time, for an application of the own corp that is registered for codes", async () => {
    const { token } = await backend.createUser({});
    const ask = (productCode: string, subjectCode = "0001", as = token) =>
      backend.call(getAuthCodeByToken, { thirdToken: "", subjectCode, productCode }, { as });
    expect((await ask("fine")).status).toBe(409);
    await backend.call(accessApp.methods.save, {
      ...{ channel: "network", scopes: [], holdMinutes: 15, ratePerMinute: 600 },
      code: "fine",
      name: "Fine",
      origin: "https://fine.example.com",
    } as never);
    const [one, two] = [await ask("fine"), await ask("fine")];
    expect(one.data.length).toBeGreaterThan(20);
    expect(one.data).not.toBe(two.data);
    expect((await ask("nothing")).status).toBe(404);
    expect((await ask("fine", "WB2")).status).toBe(404);
    expect((await ask("fine", "WB2", await backend.createCorp("WB3"))).status).toBe(404);
  });
});
