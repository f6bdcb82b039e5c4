/** What the signed-in account may do, to leave out what it may not; the backend checks again. */
import type { AppLoadContext } from "@remix-run/node";

export function mayPress({ user }: AppLoadContext, button: string): boolean {
  return user?.sysButtonRolePOSet.some(({ code }) => code === button) ?? false;
}

export function mayOpen({ user }: AppLoadContext, fun: string): boolean {
  return user?.sysFunctionsSet.some(({ funCode }) => funCode === fun) ?? false;
}
