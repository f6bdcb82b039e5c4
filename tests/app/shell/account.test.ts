import { describe, expect, it } from "vitest";
import { action as changePassword } from "~/auth/change-password";
import { action as signOut } from "~/auth/logout";
import { checkPasswords } from "~/auth/password-rule.server";
import { localeStorage } from "~/i18n/locale.server";
import { account, args, failure, fakeContext, outcome } from "./fake-context";

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
