/** The account of each session, with its functions and buttons: fetched when they have changed, and kept until then. */
import { createHash } from "node:crypto";
import type { DispatchClient } from "~/contract/context";
import { isDispatchError } from "~/contract/errors";
import { currentUser, selectUserInfoById, type UserInfo } from "~/contract/platform/session";
import { LastUsed } from "../last-used";

interface Known {
  version: string;
  user: UserInfo;
}

/** Accounts with their functions, some 40 KB each. */
const accountsKept = 500;
const sessionsKept = 20_000;
/** Milliseconds after which a dispatch API that does not know `currentUser` is asked for it again. */
const askedAgainAfter = 60_000;

/** Of one dispatch API. */
export class SessionUsers {
  /** By corp, account and language. */
  private readonly accounts = new LastUsed<Known>(accountsKept);
  /** The key in `accounts` by the hash of a token and the language. */
  private readonly sessions = new LastUsed<string>(sessionsKept);
  private strangerUntil = 0;

  /** The account of the client's token, as it is now; throws as the client does. */
  async of(client: DispatchClient, token: string, locale: string): Promise<UserInfo> {
    if (this.strangerUntil > Date.now()) return client.call(selectUserInfoById, {});
    const session = `${createHash("sha256").update(token).digest("base64")} ${locale}`;
    const key = this.sessions.get(session);
    const known = key === undefined ? undefined : this.accounts.get(key);
    try {
      const answer = await client.call(currentUser, { known: known?.version ?? "" });
      const { id, corpCode, version, park, mustChangePassword, mustEnrol } = answer;
      const user = answer.user ?? known?.user;
      if (!user) throw new Error("The dispatch API calls an account known that nobody knows.");
      if (user !== known?.user) {
        const found = `${corpCode}/${id} ${locale}`;
        this.sessions.set(session, found);
        this.accounts.set(found, { version, user });
      }
      return { ...user, park, mustChangePassword, mustEnrol };
    } catch (error) {
      if (!isUnknown(error)) throw error;
      const user = await client.call(selectUserInfoById, {});
      this.strangerUntil = Date.now() + askedAgainAfter;
      return user;
    }
  }
}

/** What a dispatch API may say of a method that it does not have. */
function isUnknown(error: unknown): boolean {
  if (!isDispatchError(error)) return false;
  const { failure } = error;
  if (failure.kind === "failed") return failure.status === undefined || failure.status < 400;
  return failure.kind === "notFound" || failure.kind === "badRequest" || failure.kind === "invalid";
}
