import { describe, expect, it } from "vitest";
import * as changePasswordPage from "~/auth/change-password";
import { action as signOut } from "~/auth/logout";
import { checkPasswords } from "~/auth/password-rule.server";
import * as userInfoPage from "~/auth/user-info";
import type { UserInfo } from "~/contract/platform/session";
import { localeStorage } from "~/i18n/locale.server";
import { account, args, failure, fakeContext, outcome } from "./fake-context";
import { rendered } from "./rendered";

const changePassword = changePasswordPage.action;

const strong = { oldpass: "old", newpass: "Abcdef1!", confirm: "Abcdef1!" };

describe("5 password change", () => {
  it("5a 5b 5d asks for all three in the specification's words", () => {
    expect(checkPasswords("", "", "")).toEqual({
      oldpass: ["请输入原密码"],
      newpass: ["请输入新密码"],
      confirm: ["请再次输入密码"],
    });
  });

  it("5c 5d refuses two that differ, and weak ones", () => {
    expect(checkPasswords("old", "Abcdef1!", "Abcdef1?")).toEqual({ confirm: ["两次输入密码不一致!"] });
    for (const weak of ["Abc1!", "abcdefgh", "12345678!", "Abcdefgh1", "Abcdefg1(", "密码Abc123!"]) {
      expect(checkPasswords("old", weak, weak), weak).toHaveProperty("newpass");
    }
  });

  it("7i sends digests, not passwords, and says so once done", async () => {
    const { context, seen } = fakeContext({ user: account(), answers: { changpwd: { initpwd: "T" } } });
    const answer = await outcome(changePassword(args(context, "/changePassword", strong)));
    expect(answer).toMatchObject({ status: 303, location: "/index" });
    expect(seen.flash).toEqual(["passwordChanged"]);
    expect(seen.calls[0]?.payload).toEqual({ id: 7, oldpass: "wangfang:old", newpass: "wangfang:Abcdef1!" });
  });

  it("2.7d the dialog stays on its page: it is told, and goes nowhere", async () => {
    const { context, seen } = fakeContext({ user: account(), answers: { changpwd: { initpwd: "T" } } });
    const answer = await outcome(changePassword(args(context, "/changePassword?quiet=1", strong)));
    expect(answer).toMatchObject({ status: 200, location: null, body: { changed: true } });
    expect(seen.flash).toEqual(["passwordChanged"]);
  });

  it("2.6e after the sign-in the dialog goes over the page that one was going to, while the password is the first one", () => {
    const over = (query: string, more: Partial<UserInfo> = { initpwd: "F" }) => {
      const { context } = fakeContext({ user: { ...account(), ...more } });
      return changePasswordPage.loader(args(context, `/changePassword${query}`)).over;
    };
    expect(over("?first=1&redirect=%2Fmessage%3Fa%3D1")).toBe("/message?a=1");
    expect(over("?first=1")).toBe("/index");
    // Asked for by oneself, changed since, held, or where there is no shell to lay it over: the page.
    expect(over("?redirect=%2Fmessage")).toBeNull();
    expect(over("?first=1", { initpwd: "T" })).toBeNull();
    expect(over("?first=1", { initpwd: "F", mustChangePassword: true })).toBeNull();
    expect(over("?first=1&redirect=%2FloginChoosePark%3Fredirect%3D%2Fa")).toBeNull();
  });

  it("shows a refusal of the backend and changes nothing", async () => {
    const { context, seen } = fakeContext({
      user: account(),
      answers: { changpwd: failure("failed", "原密码不正确") },
    });
    const answer = await outcome(changePassword(args(context, "/changePassword", strong)));
    expect(answer).toMatchObject({ status: 409, body: { errors: { "": ["原密码不正确"] } } });
    expect(seen.flash).toEqual([]);
  });

  it("leaves an ended session to the edge", async () => {
    const ended = failure("signedOut", "");
    const { context } = fakeContext({ user: account(), answers: { changpwd: ended } });
    await expect(outcome(changePassword(args(context, "/changePassword", strong)))).rejects.toBe(ended);
  });
});

describe("the account's pages", () => {
  const shown = (path: string, module: object, user = account()) =>
    rendered(path, {
      user,
      lite: true,
      answers: {
        getOwnSessions: [],
        factorState: { totp: false, passkeys: [], recoveryLeft: 0, required: false, remembered: 0 },
      },
      routes: { [path]: { module, path, parentId: "shell" } },
    });

  it("2.7d the form has old, new and confirm fields, submit and reset; a refused one says what is missing", async () => {
    const { html } = await shown("/changePassword", changePasswordPage);
    for (const name of ["oldpass", "newpass", "confirm"])
      expect(html).toMatch(new RegExp(`<input(?=[^>]* name="${name}")(?=[^>]* type="password")[^>]*>`));
    expect(html).toMatch(/<button type="submit"[^>]*>提交</);
    expect(html).toMatch(/<button type="reset"[^>]*>重置</);
  });

  it("2.3c 1c /userinfo is the personal centre: profile with the real-name state, password, devices, preferences", async () => {
    const { status, html } = await shown("/userinfo", userInfoPage);
    expect(status).toBe(200);
    for (const words of ["个人中心", "wangfang", "票务部", "登录密码", "登录设备", "偏好设置", "已实名"])
      expect(html).toContain(words);
    expect(html).toContain('class="shell shell-narrow"');
    const unverified = await shown("/userinfo", userInfoPage, { ...account(), isRealName: "F" });
    expect(unverified.html).toContain("未实名");
  });
});

describe("4.1 signing out", () => {
  it("4.1c clears the session even if the backend does not answer", async () => {
    const { context, seen } = fakeContext({ user: account(), answers: { logout: failure("timeout", "") } });
    const answer = await outcome(signOut(args(context, "/logout", {})));
    expect(answer).toMatchObject({ status: 303, location: "/index" });
    expect(seen).toMatchObject({ signedOut: true, flash: ["signedOut"] });
  });

  it("8m asks in the specification's words", async () => {
    const { m } = await import("~/contract/messages");
    const question = localeStorage.run("en", () => m.shell_sign_out_question());
    expect(question).toBe("Are you sure to exit the system, continue?");
  });
});
