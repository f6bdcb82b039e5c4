import { describe, expect, it } from "vitest";
import { action, loader } from "~/auth/login";
import { args, failure, fakeContext, outcome } from "./fake-context";

const filled = { accName: "seller", password: "secret", redirectTo: "/order/offlineOrderList?pageNo=2" };

function signIn(form: Record<string, string> | FormData, fake: Parameters<typeof fakeContext>[0] = {}) {
  const { context } = fakeContext(fake);
  return outcome(action(args(context, "/login", form)));
}

describe("4.1 signing in", () => {
  it("leads to where one wanted to go", async () => {
    expect(await signIn(filled)).toMatchObject({ status: 303, location: "/order/offlineOrderList?pageNo=2" });
  });

  it.each(["//evil.example", "https://evil.example", "/\\evil.example", "/a\nb", "javascript:alert(1)", ""])(
    "leads nowhere else: %j",
    async (redirectTo) => {
      expect(await signIn({ ...filled, redirectTo })).toMatchObject({ status: 303, location: "/index" });
    },
  );

  it("names what is missing and keeps the account name", async () => {
    const answer = await signIn({ ...filled, password: "" });
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: { password: ["请输入密码"] }, values: { accName: "seller" } },
    });
    expect(JSON.stringify(await signIn({ accName: "", password: "secret" }))).not.toContain("secret");
  });

  it("does not ask the backend for names that cannot be", async () => {
    const twice = new FormData();
    twice.append("accName", "a");
    twice.append("accName", "b");
    twice.append("password", "secret");
    const forms = [{ accName: "x".repeat(61), password: "p" }, { accName: "a\u0000b", password: "p" }, twice];
    for (const form of forms) {
      const answer = await signIn(form, {
        signIn: () => {
          throw new Error("asked");
        },
      });
      expect(answer.status).toBe(422);
    }
  });

  it("shows the backend's sentence above the form, with the password gone", async () => {
    const answer = await signIn(filled, { signIn: () => Promise.reject(failure("failed", "账号或密码错误")) });
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({ errors: { "": ["账号或密码错误"] }, values: { accName: "seller", corpCode: "" } });
  });

  it("answers 429 when there were too many attempts, 504 when nobody answers", async () => {
    const limited = failure("failed", "请稍后再试", { status: 429 });
    expect((await signIn(filled, { signIn: () => Promise.reject(limited) })).status).toBe(429);
    const silent = failure("timeout", "服务器太久没有响应, 请重试!");
    expect(await signIn(filled, { signIn: () => Promise.reject(silent) })).toMatchObject({
      status: 504,
      body: { errors: { "": ["服务器太久没有响应, 请重试!"] } },
    });
  });

  it("asks for the company in the SaaS edition only, and hands it on", async () => {
    const parameters = { isSaasEdition: "T" };
    expect(await signIn(filled, { parameters })).toMatchObject({
      status: 422,
      body: { errors: { corpCode: ["请输入企业编码"] } },
    });
    const asked: string[] = [];
    const fake = {
      parameters,
      signIn: async ({ corpCode }: { corpCode: string }) => {
        asked.push(corpCode);
        return undefined;
      },
    };
    await signIn({ ...filled, corpCode: "0042" }, fake);
    await signIn({ ...filled, corpCode: "0042" }, { ...fake, parameters: { isSaasEdition: "F" } });
    expect(asked).toEqual(["0042", "0001"]);
  });

  it("7d says where a tenant is let in ahead of its start; head office is not asked about", async () => {
    const shown = async (corpCode: string) => {
      const { context, seen } = fakeContext({
        parameters: { isSaasEdition: "T" },
        answers: { getAdvancePreByCorpCode: { corpCode, isAdvancePre: "T" } },
      });
      const { advance } = await loader(args(context, `/login?corpCode=${corpCode}`));
      return { advance, asked: seen.calls.filter(({ method }) => method === "getAdvancePreByCorpCode") };
    };
    expect(await shown("0042")).toEqual({
      advance: true,
      asked: [{ method: "getAdvancePreByCorpCode", payload: { newCorpCode: "0042" } }],
    });
    expect(await shown("0001")).toEqual({ advance: false, asked: [] });
    expect(await shown("")).toEqual({ advance: false, asked: [] });
  });

  it("7ao the page asks for isSaasEdition and thirdPartySystemMode before it chooses its screen", async () => {
    const asked: string[] = [];
    const { context } = fakeContext();
    const parameter = async (code: string) => {
      asked.push(code);
      return { isSaasEdition: "F", thirdPartySystemMode: "2" }[code] ?? "";
    };
    const { screen } = await loader({ ...args(context, "/login"), context: { ...context, parameter } });
    expect(screen.kind).toBe("userCentre");
    expect(asked).toEqual(expect.arrayContaining(["isSaasEdition", "thirdPartySystemMode"]));
  });

  it("4.4 says at the puzzle that it comes first", async () => {
    const needed = failure("failed", "请先完成图片验证", { status: 428 });
    expect(await signIn(filled, { signIn: () => Promise.reject(needed) })).toMatchObject({
      status: 428,
      body: { errors: { captcha: ["请先完成图片验证"] } },
    });
  });

  it("7 hands on a click on the notch as the place of the piece, and signs nobody in who missed it", async () => {
    const asked: unknown[] = [];
    const clicked = { ...filled, "captcha.x": "130", "captcha.y": "70" };
    for (const verified of [true, false]) {
      const { context, seen } = fakeContext({
        answers: { verifyImage: { verified } },
        signIn: async () => {
          asked.push(verified);
          return undefined;
        },
      });
      const answer = await outcome(action(args(context, "/login", clicked)));
      expect(answer.status).toBe(verified ? 303 : 422);
      expect(seen.calls[0]).toMatchObject({ method: "verifyImage", payload: { x_index: "110", y_index: "50" } });
    }
    expect(asked).toEqual([true]);
  });
});
