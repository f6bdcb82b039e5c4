/** The load context: what every loader and action gets. */
import md5 from "md5";
import type { Arrival, ConsoleContext } from "~/contract/context";
import { isDispatchError } from "~/contract/errors";
import { publicParameters } from "~/contract/parameters";
import { getAuthCode } from "~/contract/platform/auth-code";
import { verifyCheckCode } from "~/contract/platform/check-code";
import { getSysParamByCode, getSysParamBySaaS } from "~/contract/platform/parameter";
import { factorStepVerify, prove } from "~/contract/platform/second-factor";
import { login, type SignedIn } from "~/contract/platform/session";
import { isStrongPassword } from "~/contract/validators";
import { clientFor } from "./client-for";
import type { ContextOptions } from "./context-options";
import { mayOpen } from "./guard";
import { keepingAreas } from "./kept-areas";
import { offeredSession } from "./offered-session";

/** Parameters change rarely and are asked for on every page: a change shows within half a minute. */
const memory = new Map<string, { value: Promise<unknown>; until: number }>();
const rememberFor = 30_000;
/** Corp codes come from outside: made-up ones must not fill the memory. */
const rememberAtMost = 1_000;

function remembered<T>(key: string, ask: () => Promise<T>): Promise<T> {
  const known = memory.get(key);
  if (known && known.until > Date.now()) return known.value as Promise<T>;
  const value = ask();
  if (memory.size >= rememberAtMost) memory.clear();
  memory.set(key, { value, until: Date.now() + rememberFor });
  value.catch(() => memory.delete(key));
  return value;
}

const neverStops = new AbortController().signal;

export function makeContext(options: ContextOptions): ConsoleContext {
  const { visit, user, nonce, requestId, path, goto } = options;
  const dispatch = keepingAreas(clientFor(options), options.dispatch.baseUrl);

  async function parameter(code: string): Promise<string> {
    const { corpCode, signedIn } = visit.session;
    const corp = `${options.dispatch.baseUrl} ${corpCode}`;
    if (Object.hasOwn(publicParameters, code)) {
      const all = await remembered(corp, async () => {
        const rows = await dispatch.call(getSysParamBySaaS, { corpCode });
        return new Map(rows.map((row) => [row.paramCode, row.paramOption]));
      });
      return all.get(code) ?? "";
    }
    if (!signedIn) return "";
    const found = await remembered(`${corp} ${code}`, () =>
      dispatch.call(getSysParamByCode, { paramCode: code }),
    ).catch((error: unknown) => {
      if (isDispatchError(error) && error.failure.kind !== "signedOut") return undefined;
      throw error;
    });
    return found?.paramOption ?? "";
  }

  /** base64 of account name and password in the SaaS edition, else the MD5 of the password (spec 7). */
  async function digest(accName: string, password: string): Promise<string> {
    const saas = (await parameter("isSaasEdition")) === "T";
    return saas ? Buffer.from(accName + password).toString("base64") : md5(password);
  }

  const browserOrigin = options.browserOrigin ?? options.origin;
  const from = { clientAddress: options.visitor.address, userAgent: options.visitor.device };

  function arrive({ tokenInfo, corpCode, userId, step, parks }: SignedIn): Arrival {
    if (step === "code" || step === "factor") visit.enterCorp(corpCode);
    else {
      visit.session.signIn({ ...tokenInfo, corpCode, userId });
      visit.keepDevice();
    }
    return { step, parks };
  }

  return {
    dispatch,
    session: visit.session,
    user,
    mayOpen: (address) => mayOpen(user, address),
    titleNow: options.titleNow ?? ((_, kept) => kept),
    preferences: visit.preferences,
    goto,
    nonce,
    requestId,
    clientAddress: options.visitor.address,
    path,
    digest,
    parameter,
    forgetParameters: () => memory.clear(),
    stopping: options.stopping ?? neverStops,
    frames: options.frames,
    frameCode: (asked) => dispatch.call(getAuthCode, { ...asked, token: visit.token ?? "" }),
    offeredSession: offeredSession(options),
    takeDraft: () => visit.takeDraft(path),
    wasAnswered: options.wasAnswered ?? (async () => null),
    origin: options.origin,
    tenantOfHost: options.tenantOfHost ?? null,
    userAgent: from.userAgent,
    device: visit.device,
    async signIn({ accName, password, corpCode, work }) {
      const answer = await dispatch.call(login, {
        accName,
        password: await digest(accName, password),
        corpCode,
        weak: !isStrongPassword(password),
        device: visit.device,
        ...(work && { work }),
        ...from,
      });
      return arrive(answer);
    },
    async signInByFactor(given) {
      const asked = { ...given, origin: browserOrigin, device: visit.device, ...from };
      return arrive(await dispatch.call(factorStepVerify, asked));
    },
    async prove(given) {
      await dispatch.call(prove, { ...given, origin: browserOrigin });
    },
    browserOrigin,
    proving: options.proving ?? null,
    async signInByCode(checkCode) {
      return arrive(await dispatch.call(verifyCheckCode, { checkCode, device: visit.device, ...from }));
    },
  };
}
