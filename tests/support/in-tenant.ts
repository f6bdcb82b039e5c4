/** A call outside the kernel, of the administrator, to try a function of the backend by itself. */
import { noNumbers } from "~server/backend/kernel/numbers";
import { noKey } from "~server/backend/kernel/secret-box";
import type { Call, Caller } from "~server/backend/kernel/served";
import type { TestBackend } from "./backend";
import { friday } from "./park";

export function inTenant<T>(
  { database }: Pick<TestBackend, "database">,
  work: (call: Call) => Promise<T>,
  more: Partial<Call> = {},
  corpCode = "0001",
): Promise<T> {
  const caller: Caller = {
    userId: 1,
    accName: "admin",
    name: "管理员",
    corpCode,
    sessionRowId: 0,
    park: null,
    scope: null,
    hold: null,
    rightsVersion: "",
  };
  return database.tenant(corpCode, (db) =>
    work({
      db,
      caller,
      locale: "zh-CN",
      now: friday,
      requestId: "",
      secrets: noKey,
      backend: {},
      may: async () => true,
      opens: async () => true,
      texts: { send() {}, needsMobile: false },
      numbers: noNumbers,
      audit() {},
      ...more,
    }),
  );
}
