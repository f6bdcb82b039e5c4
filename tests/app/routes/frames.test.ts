/** Pages of other systems in frames: what is shown, what is appended, and what is refused. */
import { describe, expect, test } from "vitest";
import { getAuthCode } from "~/contract/platform/auth-code";
import { readConfig } from "~server/config";
import { account, failure, functionNode } from "../shell/fake-context";
import { rendered } from "../shell/rendered";

const code = { appId: "report", authCode: "c0de", timestamp: "1790000000000", sign: "5ign" };
const origin = "https://report.example.com";

interface Setting {
  openType?: string;
  outerChain?: string;
  funUrl?: string;
  parameters?: Record<string, string>;
  micro?: Record<string, string>;
  answer?: unknown;
}

async function page(path: string, setting: Setting = {}) {
  const {
    openType = "_blank",
    outerChain = `${origin}/daily?reportId=7`,
    funUrl = "/report/daily?year=2026",
  } = setting;
  const cloudFunUrl = "https://cloud.example.com/d";
  const node = functionNode({ id: 31, funName: "日报", funUrl, funCode: "daily", openType, outerChain, cloudFunUrl });
  const asked: unknown[] = [];
  const { status, html } = await rendered(path, {
    user: account([node]),
    parameters: setting.parameters ?? { reportAuthenticationMethod: "T" },
    answers: { [getAuthCode.name]: setting.answer ?? code },
    frames: { origins: [origin], microFrontends: setting.micro ?? {} },
    asked,
  });
  const frame = /<iframe[^>]*>/.exec(html)?.[0] ?? "";
  const src = /src="([^"]*)"/.exec(frame)?.[1]?.replaceAll("&amp;", "&");
  return { status, html, frame, asked, url: src ? new URL(src) : null };
}

describe("2.4d report pages", () => {
  test("2.2h 2.6g 7am open in a frame whose address has the auth parameters", async () => {
    const { status, url, frame, asked } = await page("/report/daily");
    expect(status).toBe(200);
    expect(Object.fromEntries(url?.searchParams ?? [])).toEqual({
      reportId: "7",
      year: "2026",
      ...code,
      corpCodes: "0001",
    });
    expect(asked).toEqual([{ reportId: "7", sysFunctionId: 31 }]);
    expect(frame).toContain('title="日报"');
  });

  test("6l 7am with method U the user code is appended", async () => {
    const { url } = await page("/report/daily", { parameters: { reportAuthenticationMethod: "U" } });
    expect(url?.searchParams.get("userCode")).toBe("c0de");
    expect(url?.searchParams.has("authCode")).toBe(false);
  });

  test("6l 1u any other method is the older one", async () => {
    const { url } = await page("/report/daily", { parameters: { reportAuthenticationMethod: "F" } });
    expect(url?.searchParams.get("authCode")).toBe("c0de");
  });

  test("1v isReplaceReportUrl leads to the cloud function, if its origin is allowed", async () => {
    const { status, frame, html } = await page("/report/daily", { parameters: { isReplaceReportUrl: "T" } });
    expect([status, frame]).toEqual([403, ""]);
    expect(html).toContain("https://cloud.example.com 不在允许嵌入的来源之列");
  });

  test("what stands in the page's address is not passed on", async () => {
    const { url } = await page("/report/daily?corpCodes=9999&userCode=boss&year=1999");
    expect(url?.searchParams.getAll("corpCodes")).toEqual(["0001"]);
    expect(url?.searchParams.has("userCode")).toBe(false);
    expect(url?.searchParams.getAll("year")).toEqual(["2026"]);
  });

  test("the frame may not navigate the console, and does not learn its address", async () => {
    const { frame } = await page("/report/daily");
    expect(frame).toContain("sandbox=");
    expect(frame).not.toContain("top-navigation");
    expect(frame).toContain('referrerPolicy="no-referrer"');
  });

  test.each([
    "https://evil.example.com/x",
    "javascript:alert(1)",
    "\u0001java\tscript:alert(1)",
    "vbscript:msgbox(1)",
    "data:text/html,x",
    "//evil.example.com",
    "/index",
  ])("report addresses that an administrator sets: %j is not framed", async (outerChain) => {
    for (const openType of ["_blank", "2"]) {
      const { status, frame, html } = await page("/report/daily", { outerChain, openType });
      expect([status, frame]).toEqual([403, ""]);
      expect(html).not.toMatch(/(href|src|action)="[^"]*(script:|data:text|evil)/i);
    }
  });

  test("8b without a code the page says why", async () => {
    const { status, html } = await page("/report/daily", { answer: failure("failed", "没有接入应用") });
    expect(status).toBe(502);
    expect(html).toContain("没有接入应用");
  });

  test("2.2k open type 2 is the external page as it is", async () => {
    const { url, asked } = await page("/report/daily", { openType: "2" });
    expect(url?.href).toBe(`${origin}/daily?reportId=7&year=2026`);
    expect(asked).toEqual([]);
  });

  test("2.2i a code without a screen says so", async () => {
    const { status, html } = await page("/report/daily", { openType: "1" });
    expect(status).toBe(404);
    expect(html).toContain("功能编码 daily 没有对应的页面");
  });
});

describe("2.3y micro-frontends", () => {
  test("paths that begin with /qynk and /stheatre are shown at the origin set for each, with a code", async () => {
    const micro = { qynk: "https://farm.example.com", stheatre: "https://stage.example.com" };
    const farm = await page("/qynk/orders?state=paid", { micro });
    expect(farm.url?.origin + (farm.url?.pathname ?? "")).toBe("https://farm.example.com/qynk/orders");
    expect(farm.url?.searchParams.get("state")).toBe("paid");
    expect(farm.url?.searchParams.get("authCode")).toBe("c0de");
    expect(farm.asked).toEqual([{ reportId: "qynk", sysFunctionId: 0 }]);
    expect((await page("/stheatreSet/x", { micro })).url?.host).toBe("stage.example.com");
  });

  test("without an origin the page says what is missing", async () => {
    const { status, html, frame } = await page("/stheatre/seats");
    expect([status, frame]).toEqual([404, ""]);
    expect(html).toContain("没有设置 stheatre 的微前端地址");
  });
});

describe("the settings", () => {
  test("take origins and nothing else", () => {
    const read = (variables: Record<string, string>) => () => readConfig(variables as NodeJS.ProcessEnv);
    expect(read({ FRAME_ORIGINS: "https://a.example.com, https://b.example.com:8443" })().FRAME_ORIGINS).toHaveLength(
      2,
    );
    expect(read({ FRAME_ORIGINS: "https://a.example.com/path" })).toThrow("FRAME_ORIGINS");
    expect(read({ FRAME_ORIGINS: "*" })).toThrow("FRAME_ORIGINS");
    expect(read({ FRAME_ORIGINS: "https://a.example.com; script-src *" })).toThrow("FRAME_ORIGINS");
    expect(read({ MICRO_FRONTENDS: '{"qynk":"https://farm.example.com"}' })().MICRO_FRONTENDS).toEqual({
      qynk: "https://farm.example.com",
    });
    expect(read({ MICRO_FRONTENDS: '{"other":"https://farm.example.com"}' })).toThrow("MICRO_FRONTENDS");
  });
});
