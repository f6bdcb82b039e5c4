/** A screen's loader or action as the edge calls it: a path, an account with rights, answers of the dispatch API. */
import type { ActionFunctionArgs, AppLoadContext } from "@remix-run/node";
import { account, args, fakeContext, functionNode } from "../shell/fake-context";

interface Asked {
  answers?: Record<string, unknown>;
  /** Button codes. */
  buttons?: string[];
  /** Function codes. */
  functions?: string[];
  form?: Record<string, string> | FormData;
  params?: Record<string, string>;
  /** What was typed when the session ended. */
  draft?: Record<string, string>;
  lookup?: (query: Record<string, string>) => unknown;
}

export function screen(
  path: string,
  { answers = {}, buttons = [], functions = [], form, params = {}, draft, lookup }: Asked = {},
) {
  const user = {
    ...account(functions.map((funCode, index) => functionNode({ id: index + 1, funCode }))),
    sysButtonRolePOSet: buttons.map((code) => ({ code })),
  };
  const { context, seen } = fakeContext({ answers, user, ...(lookup && { lookup }) });
  const whole = { ...context, path, takeDraft: () => draft ?? null } as AppLoadContext;
  const made: ActionFunctionArgs = { ...args(whole, path, form), params };
  return { args: made, seen };
}

/** A page reply of these records. */
export function page(records: unknown[], options: Record<string, unknown> = {}, more: Record<string, unknown> = {}) {
  return {
    records,
    pageNo: 1,
    pageSize: 10,
    totalPage: Math.max(1, Math.ceil(records.length / 10)),
    count: records.length,
    otherData: { options, capped: false },
    ...more,
  };
}
