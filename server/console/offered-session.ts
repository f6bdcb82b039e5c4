/**
 * A token that comes by an address (specification 4.2.1, 4.2.2): whether the visit takes it at once, must be asked first,
 * or does not take it at all. A GET replaces nobody's session.
 */
import type { OfferedSession, Person } from "~/contract/context";
import { isDispatchError } from "~/contract/errors";
import { logout, selectUserInfoById, type UserInfo } from "~/contract/platform/session";
import { corpCode as corpCodeRule } from "~/contract/validators";
import { heldCode } from "~/contract/wire";
import { log } from "../log";
import { clientFor } from "./client-for";
import type { ContextOptions } from "./context-options";
import { isRead, purposeOf } from "./navigation";
import { tokenText, type Visit } from "./visit";

/** Where one is asked whose session it is to be. */
export const switchPath = "/switchAccount";

interface Arriving {
  request: Request;
  visit: Visit;
  token: string;
  corpCode: string | null;
  /** The address without the token. */
  clean: string;
  /** The account of a token as a dispatch API of this corp tells it; null: the token is not good. */
  accountOf: (token: string, corpCode: string) => Promise<UserInfo | null>;
  /** Whether the session of the visit is good still. */
  isSomebodyHere: () => Promise<boolean>;
}

/** Where the visitor is led: always to an address without the token. */
export async function arriveByToken({ request, visit, clean, accountOf, isSomebodyHere, ...given }: Arriving) {
  const purpose = purposeOf(request);
  if (!isRead(request) || purpose === "part" || purpose === "data" || given.token === visit.token) return clean;
  const corpCode = corpCodeRule.safeParse(given.corpCode).success ? String(given.corpCode) : visit.session.corpCode;
  const token = tokenText.safeParse(given.token);
  const user = token.success ? await accountOf(token.data, corpCode) : null;
  const somebody = visit.session.signedIn && (await isSomebodyHere());
  if (!token.success || !user) {
    if (!somebody) return "/login";
    visit.session.flash("tokenRefused");
    return clean;
  }
  // Who was never here has no session to lose; else an old browser does not tell whether this is a page or a picture.
  if (!somebody && (purpose === "page" || visit.isNew)) {
    visit.session.signIn({ token: token.data, thirdToken: "", corpCode: user.corpCode, userId: user.id });
    return clean;
  }
  visit.setOffer({ token: token.data, corpCode: user.corpCode, address: clean });
  return switchPath;
}

type Options = Pick<ContextOptions, "dispatch" | "visit" | "requestId" | "visitor" | "writes">;

/** The sign-in that waits for its answer, as the page that asks sees it. */
export function offeredSession(options: Options): OfferedSession {
  const { visit } = options;
  const theirs = () => (visit.offer ? accountOf(options, visit.offer) : null);
  const leave = () => {
    const address = visit.offer?.address ?? "/";
    visit.setOffer(null);
    return address;
  };
  return {
    async look() {
      const [offered, mine] = await Promise.all([theirs(), visit.session.signedIn ? hereNow(options) : null]);
      return offered && { theirs: personOf(offered), mine };
    },
    async accept() {
      const { offer } = visit;
      const user = await theirs();
      if (!offer || !user) {
        visit.session.flash("tokenRefused");
        return leave();
      }
      if (visit.session.signedIn) await endSession(options);
      visit.session.signIn({ token: offer.token, thirdToken: "", corpCode: user.corpCode, userId: user.id });
      return leave();
    },
    decline: leave,
  };
}

/** Null: the token is not good, or its session is locked. */
async function accountOf(options: Options, { token, corpCode }: { token: string; corpCode: string }) {
  try {
    return await clientFor(options, { token, corpCode }).call(selectUserInfoById, {});
  } catch (error) {
    if (!isDispatchError(error) || error.failure.kind === "timeout") throw error;
    return null;
  }
}

/** Of a session that is locked, no more than that it is there. */
async function hereNow(options: Options): Promise<Person | null> {
  try {
    return personOf(await clientFor(options).call(selectUserInfoById, {}));
  } catch (error) {
    if (!isDispatchError(error) || error.failure.kind === "timeout") throw error;
    const { failure } = error;
    const isLocked = failure.kind === "failed" && failure.status === heldCode;
    return isLocked ? { name: "", accName: "", corpName: "" } : null;
  }
}

async function endSession(options: Options): Promise<void> {
  try {
    await clientFor(options).call(logout, {}, { silent: true });
  } catch (error) {
    if (!isDispatchError(error)) throw error;
    log("warn", "switch", {
      requestId: options.requestId,
      message: `the other session was not ended: ${error.failure.kind}`,
    });
  }
}

const personOf = ({ name, accName, corpName }: UserInfo): Person => ({ name, accName, corpName });
