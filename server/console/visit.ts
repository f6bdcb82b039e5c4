/** One request's session, preferences and draft: read from cookies, written back when they changed. */

import { randomBytes, randomUUID } from "node:crypto";
import { z } from "zod";
import { type ColorScheme, type ConsoleSession, type Flash, longestFlash, type Preferences } from "~/contract/context";
import { isLeftOutOfDrafts } from "~/contract/draft";
import type { Locale } from "~/contract/messages";
import { storageKeys } from "~/contract/storage-keys";
import { headOffice } from "~/contract/wire";
import { negotiateLocale } from "~/i18n/locale.server";
import { cookie, readCookies, type Seal } from "./cookies";
import { isRead, purposeOf } from "./navigation";

export const { session: sessionCookie, draft: draftCookie, offer: offerCookie, device: deviceCookie } = storageKeys;
const year = 365 * 86_400;
/** Browsers keep 4,096 characters a cookie. */
const maxDraft = 3_600;
const draftSeconds = 900;
/** Seconds in which the question whose session it is to be may be answered. */
const offerSeconds = 600;
const maxOfferAddress = 800;

/** Tokens travel as headers; the longest ones together still fit in a cookie of 4,096 characters once they are sealed. */
const headerText = z.string().regex(/^[\x21-\x7e]*$/);
export const tokenText = headerText.min(1).max(1_800);

/** Short names: the cookie travels with every request. */
const stored = z.object({
  s: z.string().max(60),
  t: tokenText.optional(),
  h: headerText.max(600).optional(),
  c: z.string().max(20),
  u: z.number().optional(),
  /** Whose session ended without their doing. */
  l: z.number().optional(),
  f: z.union([z.string().max(40), z.object({ text: z.string().max(longestFlash) })]).optional(),
});
type Stored = z.output<typeof stored>;

/** What was typed at an address (path and query), and by whom: nobody else is to see it. */
const draft = z.object({
  address: z.string(),
  corpCode: z.string(),
  userId: z.number(),
  fields: z.record(z.string(), z.string()),
});
type Draft = z.output<typeof draft>;

/** A sign-in that came by an address while somebody was signed in: kept until they say whose session it is to be. */
const offer = z.object({ token: tokenText, corpCode: z.string().max(20), address: z.string() });
export type Offer = z.output<typeof offer>;

const deviceText = z.string().regex(/^[\w-]{43}$/);

/** The secret of a browser that somebody signed in with before; null for any other. */
export function knownDevice(cookieHeader: string | null, seal: Seal): string | null {
  const sealed = readCookies(cookieHeader).get(deviceCookie);
  const known = deviceText.safeParse(sealed === undefined ? null : seal.open(deviceCookie, sealed));
  return known.success ? known.data : null;
}

export class Visit {
  private data: Stored;
  private changed = false;
  private chosen: { locale?: Locale; scheme?: ColorScheme; lite?: boolean } = {};
  private draft: Draft | null;
  private newDraft: Draft | null = null;
  private draftTaken = false;
  private offered: Offer | null;
  private offerChanged = false;
  /** What is asked for is a part of another page: it neither sets nor clears a cookie. */
  private readonly keepsCookies: boolean;
  private aside = false;
  /** The browser was never here: it sent no cookie of ours. */
  readonly isNew: boolean;
  private newDevice: string | null = null;
  private deviceKept = false;
  private readonly knownDevice: string | null;
  readonly session: ConsoleSession;
  readonly preferences: Preferences;

  constructor(
    request: Request,
    private readonly seal: Seal,
    private readonly secure: boolean,
  ) {
    this.keepsCookies = isRead(request) && purposeOf(request) === "part";
    const cookies = readCookies(request.headers.get("cookie"));
    this.isNew = !cookies.has(sessionCookie);
    this.knownDevice = knownDevice(request.headers.get("cookie"), seal);
    const known = stored.safeParse(seal.open(sessionCookie, cookies.get(sessionCookie)));
    this.data = known.success ? known.data : { s: randomUUID(), c: headOffice };
    this.changed = !known.success;
    const kept = draft.safeParse(cookies.has(draftCookie) ? seal.open(draftCookie, cookies.get(draftCookie)) : null);
    this.draft = kept.success ? kept.data : null;
    const waiting = offer.safeParse(cookies.has(offerCookie) ? seal.open(offerCookie, cookies.get(offerCookie)) : null);
    this.offered = waiting.success ? waiting.data : null;
    this.session = this.makeSession();
    this.preferences = this.makePreferences(request, cookies);
  }

  get token(): string | null {
    return this.data.t ?? null;
  }

  /** The secret that names this browser: the known one, or one that is kept once {@link keepDevice} is called. */
  get device(): string {
    this.newDevice ??= this.knownDevice ?? randomBytes(32).toString("base64url");
    return this.newDevice;
  }

  /** Somebody got in with this browser: it is known from now on, for another year. */
  keepDevice(): void {
    this.deviceKept = true;
  }

  private makeSession(): ConsoleSession {
    const visit = this;
    return {
      get sessionId() {
        return visit.data.s;
      },
      get corpCode() {
        return visit.data.c;
      },
      get thirdToken() {
        return visit.data.h ?? "";
      },
      get signedIn() {
        return visit.data.t !== undefined;
      },
      get isAside() {
        return visit.aside;
      },
      signIn({ token, thirdToken, corpCode, userId }) {
        // A new id: what was known of the visit before sign-in is worth nothing after it.
        visit.data = stored.parse({ s: randomUUID(), t: token, h: thirdToken, c: corpCode, u: userId });
        visit.changed = true;
      },
      signOut() {
        // Functions, corp code and token go (spec 4.1); the session id stays for the browser's session.
        visit.data = { s: visit.data.s, c: headOffice };
        visit.changed = true;
      },
      sign: (text) => visit.seal.sign(`list ${visit.data.s}`, text),
      wasSigned: (text, mark) => visit.seal.signed(`list ${visit.data.s}`, text, mark),
      flash(notice) {
        visit.data.f = typeof notice === "string" ? notice : { text: notice.text.slice(0, longestFlash) };
        visit.changed = true;
      },
      takeFlash() {
        const flash = visit.data.f as Flash | undefined;
        if (flash === undefined) return null;
        delete visit.data.f;
        visit.changed = true;
        return flash;
      },
    };
  }

  private makePreferences(request: Request, cookies: Map<string, string>): Preferences {
    const { chosen } = this;
    const locale = cookies.get(storageKeys.locale);
    const scheme = cookies.get(storageKeys.scheme);
    const lite = cookies.get(storageKeys.lite);
    const negotiated =
      locale === "zh-CN" || locale === "en" ? locale : negotiateLocale(request.headers.get("accept-language"));
    const saveData = request.headers.get("save-data")?.toLowerCase() === "on";
    return {
      get locale() {
        return chosen.locale ?? negotiated;
      },
      get scheme() {
        return chosen.scheme ?? (scheme === "light" || scheme === "dark" ? scheme : "auto");
      },
      get lite() {
        return chosen.lite ?? (lite === undefined ? saveData : lite === "on" || lite === "slow");
      },
      get slow() {
        return chosen.lite === undefined && lite === "slow";
      },
      set: (preference) => {
        Object.assign(chosen, preference);
      },
    };
  }

  /** The token is no longer good. The account is remembered, for the draft alone. */
  endSession(): void {
    const { s, c, u, l } = this.data;
    this.data = stored.parse({ s, c, l: u ?? l });
    this.session.flash("sessionEnded");
  }

  /** The corp asked for at the door, before anybody has signed in. */
  enterCorp(corpCode: string): void {
    this.data = { s: this.data.s, c: corpCode };
    this.changed = true;
  }

  /** For this answer nobody is signed in; the cookie keeps who is. */
  setAside(): void {
    this.aside = this.session.signedIn;
    if (this.aside) this.data = { s: this.data.s, c: headOffice };
  }

  /** The notice that waits for the next page; it goes on waiting. */
  get notice(): Flash | null {
    return (this.data.f as Flash | undefined) ?? null;
  }

  get offer(): Offer | null {
    return this.offered;
  }

  /** Null: the question is answered. A cookie holds but so much: a long address leads to the first page instead. */
  setOffer(offered: Offer | null): void {
    this.offered = offered && offered.address.length > maxOfferAddress ? { ...offered, address: "/" } : offered;
    this.offerChanged = true;
  }

  /** Somebody is signed in here, or was until the token died. */
  get knowsUser(): boolean {
    return (this.data.u ?? this.data.l) !== undefined;
  }

  /** Keeps what was typed for after the sign-in of the same account; what is secret or personal is left out. */
  keepDraft(address: string, fields: Record<string, string>): void {
    const { c: corpCode, u, l } = this.data;
    const userId = u ?? l;
    if (userId === undefined) return;
    const safe = Object.entries(fields).filter(([name]) => !isLeftOutOfDrafts(name));
    this.newDraft = { address, corpCode, userId, fields: Object.fromEntries(safe) };
  }

  takeDraft(address: string): Record<string, string> | null {
    const { draft, data } = this;
    if (!draft || draft.address !== address || draft.userId !== data.u || draft.corpCode !== data.c) return null;
    this.draftTaken = true;
    return draft.fields;
  }

  /** The Set-Cookie headers of what changed. */
  cookies(): string[] {
    const { secure } = this;
    const headers: string[] = [];
    if (this.keepsCookies) return headers;
    if (this.changed && !this.aside)
      headers.push(cookie(sessionCookie, this.seal.close(sessionCookie, this.data), { secure }));
    if (this.deviceKept)
      headers.push(cookie(deviceCookie, this.seal.close(deviceCookie, this.device), { secure, maxAge: year }));
    const plain = { secure, httpOnly: false, maxAge: year };
    const { locale, scheme, lite } = this.chosen;
    if (locale) headers.push(cookie(storageKeys.locale, locale, plain));
    if (scheme) headers.push(cookie(storageKeys.scheme, scheme, plain));
    if (lite !== undefined) headers.push(cookie(storageKeys.lite, lite ? "on" : "off", plain));
    if (this.newDraft) {
      const sealed = this.seal.close(draftCookie, this.newDraft);
      if (sealed.length <= maxDraft) headers.push(cookie(draftCookie, sealed, { secure, maxAge: draftSeconds }));
    } else if (this.draftTaken) headers.push(cookie(draftCookie, "", { secure, maxAge: 0 }));
    if (this.offerChanged) {
      const sealed = this.offered ? this.seal.close(offerCookie, this.offered) : "";
      headers.push(cookie(offerCookie, sealed, { secure, maxAge: this.offered ? offerSeconds : 0 }));
    }
    return headers;
  }
}
