/** A load context without server or backend: what actions are called with in these tests. */
import "~/i18n/locale.server";
import { createHmac } from "node:crypto";
import type { ActionFunctionArgs, AppLoadContext } from "@remix-run/node";
import type { Arrival, ConsoleContext, FlashKey, FrameOrigins } from "~/contract/context";
import { DispatchError, type DispatchFailure } from "~/contract/errors";
import type { Method } from "~/contract/method";
import type { FunctionNode } from "~/contract/platform/function";
import type { UserInfo } from "~/contract/platform/session";
import { mayOpen } from "~server/console/guard";

type Credentials = Parameters<ConsoleContext["signIn"]>[0];

interface Fake {
  parameters?: Record<string, string>;
  signIn?: (credentials: Credentials) => Promise<Arrival | undefined>;
  signInByCode?: ConsoleContext["signInByCode"];
  /** Answers by method name; a failure is thrown. */
  answers?: Record<string, unknown>;
  user?: UserInfo | null;
  frames?: FrameOrigins;
  /** Of the session; head office's by default. */
  corpCode?: string;
  /** Filled with what frames were asked codes for. */
  asked?: unknown[];
  /** Answers the GET calls by their query; nothing found without it. */
  lookup?: (query: Record<string, string>) => unknown;
}

export interface Seen {
  flash: FlashKey[];
  signedOut: boolean;
  /** Remembered parameters were dropped. */
  forgot: boolean;
  preferences: unknown[];
  calls: { method: string; payload: unknown }[];
}

export function failure(kind: DispatchFailure["kind"], message: string, more: { status?: number } = {}): DispatchError {
  return new DispatchError({ kind, message, errors: {}, ...more } as DispatchFailure, "test");
}

export function fakeContext(fake: Fake = {}): { context: AppLoadContext; seen: Seen } {
  const seen: Seen = { flash: [], signedOut: false, forgot: false, preferences: [], calls: [] };
  const context = {
    nonce: "n",
    requestId: "r",
    clientAddress: "",
    origin: "http://console.test",
    path: "/",
    user: fake.user ?? null,
    titleNow: (_: string, kept: string) => kept,
    mayOpen: (address: string) => mayOpen(fake.user ?? null, address),
    session: {
      sessionId: "s",
      corpCode: fake.corpCode ?? "0001",
      signedIn: Boolean(fake.user),
      signIn: () => undefined,
      signOut: () => {
        seen.signedOut = true;
      },
      sign: (text: string) => createHmac("sha256", "test").update(text).digest("base64url").slice(0, 22),
      wasSigned: (text: string, mark: string) =>
        createHmac("sha256", "test").update(text).digest("base64url").startsWith(mark) && mark.length === 22,
      flash: (key: FlashKey) => seen.flash.push(key),
      takeFlash: () => null,
    },
    preferences: {
      locale: "zh-CN",
      scheme: "auto",
      lite: false,
      set: (preference: unknown) => seen.preferences.push(preference),
    },
    forgetParameters: () => {
      seen.forgot = true;
    },
    parameter: async (code: string) => fake.parameters?.[code] ?? "",
    digest: async (accName: string, password: string) => `${accName}:${password}`,
    signIn: async (asked: Credentials) => (await fake.signIn?.(asked)) ?? { step: "", parks: 0 },
    signInByCode: fake.signInByCode ?? (async () => ({ step: "", parks: 0 })),
    frames: fake.frames ?? { origins: [], microFrontends: {} },
    frameCode: async (asked: unknown) => {
      fake.asked?.push(asked);
      const answer = fake.answers?.getAuthCode;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    dispatch: {
      // As the real client: what a test lets a method answer must be what its contract says.
      call: async (method: Method, payload: unknown) => {
        seen.calls.push({ method: method.name, payload });
        const answer = fake.answers?.[method.name];
        if (answer instanceof Error) throw answer;
        return answer === undefined ? undefined : asAgreed(method, answer);
      },
      get: async (_: string, query: Record<string, string>) => fake.lookup?.(query) ?? [],
    },
  } as unknown as AppLoadContext;
  return { context, seen };
}

function asAgreed(method: Method, answer: unknown): unknown {
  const result = method.answer.safeParse(answer);
  if (result.success) return result.data;
  throw new Error(`${method.name} never answers this: ${result.error.message}`);
}

export function args(
  context: AppLoadContext,
  path: string,
  form?: Record<string, string> | FormData,
): ActionFunctionArgs {
  const body = form instanceof FormData ? form : form && new URLSearchParams(form);
  const request = new Request(`http://console.test${path}`, body ? { method: "POST", body } : {});
  return { request, context, params: {} };
}

/** Status and body of what an action gave back, thrown or returned: `data()` or a Response. */
export async function outcome(
  run: unknown,
): Promise<{ status: number; location: string | null; body: unknown; cookie: string | null }> {
  const result = await Promise.resolve(run).catch((error: unknown) => error);
  if (result instanceof Response) {
    const { status, headers } = result;
    return { status, location: headers.get("location"), body: null, cookie: headers.get("set-cookie") };
  }
  if (typeof result === "object" && result !== null && "data" in result && "init" in result) {
    const status = (result.init as ResponseInit | null)?.status ?? 200;
    return { status, location: null, body: result.data, cookie: null };
  }
  throw result;
}

export function functionNode(node: Partial<FunctionNode> & { id: number }): FunctionNode {
  return {
    parentId: 0,
    funName: "",
    funUrl: "",
    funCode: "",
    funIco: "",
    openType: "1",
    outerChain: "",
    cloudFunUrl: "",
    description: "",
    useFlag: "F",
    parentIds: "0",
    sort: node.id,
    ...node,
  };
}

export function account(functions: FunctionNode[] = []): UserInfo {
  return {
    id: 7,
    name: "王芳",
    accName: "wangfang",
    accType: "1",
    corpCode: "0001",
    corpName: "云山",
    deptName: "票务部",
    isRealName: "T",
    initpwd: "T",
    sysFunctionsSet: functions,
    sysButtonRolePOSet: [],
  };
}
