/** What /login, /loginBefore, /loginCode, /lock and /loginChoosePark do with a request, without a browser. */
import { describe, expect, it } from "vitest";
import { afterSignIn } from "~/auth/arrival";
import { action as choosePark, loader as loadParks } from "~/auth/choose-park";
import { action as lock } from "~/auth/lock";
import { action as signIn } from "~/auth/login";
import { action as code } from "~/auth/login-code";
import { loginScreen } from "~/auth/login-screens.server";
import type { ConsoleContext } from "~/contract/context";
import { deviceName } from "~/contract/device-name";
import { account, args, failure, fakeContext, outcome } from "./fake-context";

const screen = (parameters: Record<string, string>, target = "/index") =>
  loginScreen(fakeContext({ parameters }).context as unknown as ConsoleContext, target);

describe("2.1 the three sign-in screens", () => {
  it("2.1d 1a the SaaS edition asks for the tenant's code, whatever the mode", async () => {
    for (const thirdPartySystemMode of ["1", "2", "3", "4"])
      expect((await screen({ isSaasEdition: "T", thirdPartySystemMode })).kind).toBe("tenant");
  });

  it("2.1e 1q mode 2 is the user centre's, which sends its token back to us alone", async () => {
    const parameters = {
      isSaasEdition: "F",
      thirdPartySystemMode: "2",
      userCenterUrl: "https://centre.example/in?a=1",
    };
    const { kind, userCentre } = await screen(parameters, "/order/offlineOrderList?pageNo=2");
    expect(kind).toBe("userCentre");
    const url = new URL(userCentre);
    expect([url.origin, url.searchParams.get("a")]).toEqual(["https://centre.example", "1"]);
    expect(url.searchParams.get("redirectUrl")).toBe(
      "http://console.test/order/offlineOrderList?pageNo=2&tenantLogin=1",
    );
  });

  it("1o mode 3 adds the user centre in the SaaS edition; modes 1 and 4 have none", async () => {
    const userCenterUrl = "https://centre.example/";
    expect((await screen({ isSaasEdition: "T", thirdPartySystemMode: "3", userCenterUrl })).userCentre).not.toBe("");
    for (const thirdPartySystemMode of ["1", "4"])
      expect((await screen({ isSaasEdition: "T", thirdPartySystemMode, userCenterUrl })).userCentre).toBe("");
  });

  it("2.1f otherwise the default", async () => {
    for (const thirdPartySystemMode of ["1", "3", "4", ""])
      expect((await screen({ thirdPartySystemMode })).kind).toBe("default");
  });

  it.each(["", "javascript:alert(1)", "not a url", "data:text/html,x"])("1q %j is no user centre", async (address) => {
    expect((await screen({ thirdPartySystemMode: "2", userCenterUrl: address })).userCentre).toBe("");
  });
});

describe("what comes after the password", () => {
  it("1p a code, 1t a new password, 2.1b a park, then where one wanted to go", () => {
    const target = "/ticket/quotaList?a=1";
    const back = encodeURIComponent(target);
    expect(afterSignIn({ step: "", parks: 0 }, target)).toBe(target);
    expect(afterSignIn({ step: "code", parks: 0 }, target)).toBe(`/loginCode?redirect=${back}`);
    expect(afterSignIn({ step: "mustChangePassword", parks: 0 }, "/index")).toBe("/changePassword");
    const parks = `/loginChoosePark?redirect=${back}`;
    expect(afterSignIn({ step: "", parks: 2 }, target)).toBe(parks);
    expect(afterSignIn({ step: "changePassword", parks: 2 }, target)).toBe(
      `/changePassword?first=1&redirect=${encodeURIComponent(parks)}`,
    );
  });

  it("2.6e the change of password comes after a sign-in with the first one", async () => {
    const { context } = fakeContext({ signIn: async () => ({ step: "changePassword", parks: 0 }) });
    const answer = await outcome(
      signIn(args(context, "/login", { accName: "a", password: "b", redirectTo: "/message" })),
    );
    expect(answer.location).toBe("/changePassword?first=1&redirect=%2Fmessage");
  });

  it("1p a wrong code stays at the field, one that is over above the form", async () => {
    const wrong = failure("invalid", "");
    Object.assign(wrong.failure, { errors: { checkCode: ["验证码不正确，还可尝试 4 次"] } });
    for (const [error, status] of [
      [wrong, 422],
      [failure("failed", "验证码已失效，请重新登录", { status: 409 }), 409],
    ] as const) {
      const { context } = fakeContext({ signInByCode: () => Promise.reject(error) });
      expect((await outcome(code(args(context, "/loginCode", { checkCode: "000000" })))).status).toBe(status);
    }
  });

  it("leads nowhere but to this console", async () => {
    const { context } = fakeContext({
      user: account(),
      answers: { unlockSession: {}, choosePark: { id: 1, name: "东园" } },
    });
    for (const redirectTo of ["//evil.example", "https://evil.example"]) {
      expect(
        (await outcome(lock(args(context, "/lock", { intent: "unlock", lockPasswd: "1", redirectTo })))).location,
      ).toBe("/index");
      expect((await outcome(choosePark(args(context, "/loginChoosePark", { parkId: "1", redirectTo })))).location).toBe(
        "/index",
      );
    }
  });

  it("2.1b without a session the parks lead to the sign-in; nonsense for a park is refused", async () => {
    expect((await outcome(loadParks(args(fakeContext().context, "/loginChoosePark")))).location).toBe("/login");
    const { context, seen } = fakeContext({ user: account() });
    for (const parkId of ["", "x", "-1", "1.5"])
      expect((await outcome(choosePark(args(context, "/loginChoosePark", { parkId })))).status).toBe(422);
    expect(seen.calls).toEqual([]);
  });

  it("4.1d five wrong lock passwords sign one out", async () => {
    const { context, seen } = fakeContext({ user: account(), answers: { unlockSession: failure("signedOut", "") } });
    const answer = await outcome(lock(args(context, "/lock", { intent: "unlock", lockPasswd: "x" })));
    expect([answer.location, seen.signedOut]).toEqual(["/login", true]);
  });
});

describe("2.3 a device by name", () => {
  it.each([
    ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36", "Chrome · Windows"],
    ["Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0", "Edge · Windows"],
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605 Version/17.5 Safari/604", "Safari · iOS"],
    [
      "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537 Chrome/126 Mobile Safari/537 MicroMessenger/8.0",
      "WeChat · Android",
    ],
    ["", ""],
  ])("%s", (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name);
  });
});
