/** What every loader and action gets from the console server: the dispatch client, the session, the user. */
import type { z } from "zod";
import type { FieldErrors } from "./errors";
import type { Locale } from "./messages";
import type { AnswerOf, Method, PayloadOf } from "./method";
import type { AuthCode } from "./platform/auth-code";
import type { TenantOfHost } from "./platform/host";
import type { SignedIn, UserInfo } from "./platform/session";

export interface CallOptions {
  /** Not-success answers undefined instead of throwing. */
  silent?: boolean;
  /** Takes the place of the server's message. */
  message?: string;
  signal?: AbortSignal;
  /** Asked although the same was read within this page: by what goes on asking. */
  anew?: boolean;
}

export interface DispatchClient {
  /** POSTs a method; throws DispatchError for everything that is not success. Equal reads within one page are sent once. */
  call<M extends Method>(method: M, payload: PayloadOf<M>, options?: CallOptions): Promise<AnswerOf<M>>;
  /** One of the GET calls of specification 7. */
  get<S extends z.ZodType>(path: string, query: Record<string, string>, answer: S): Promise<z.output<S>>;
  /** A GET that answers bytes, handed on while they come. */
  stream(path: string, query: Record<string, string>): Promise<Response>;
  /** One of the uploads of specification 7: a multipart POST with files, `corpCode` and these fields. */
  upload<S extends z.ZodType>(
    path: string,
    files: readonly File[],
    fields: Record<string, string>,
    answer: S,
  ): Promise<z.output<S>>;
}

/** Keys of notices that survive a redirect; their texts are messages (`flash_<key>`). */
export type FlashKey =
  | "saved"
  | "removed"
  | "suspended"
  | "resumed"
  | "signedOut"
  | "passwordChanged"
  | "refunded"
  | "changed"
  | "supplemented"
  | "refundWaiting"
  | "refundHeld"
  | "refundDecided"
  | "reversed"
  | "bookmarked"
  | "unbookmarked"
  | "sessionEnded"
  | "devicesSignedOut"
  | "parkChosen"
  | "tokenRefused"
  | "proved"
  | "factorAdded"
  | "factorRemoved"
  | "devicesForgotten"
  | "identityProved";

/** A notice that survives a redirect: one of the console's own, or a sentence (of the dispatch API, cut at {@link longestFlash}). */
export type Flash = FlashKey | { text: string };
/** Characters: it waits in the session's cookie, beside tokens, and browsers take 4,096 bytes. */
export const longestFlash = 100;

export interface ConsoleSession {
  readonly sessionId: string;
  readonly corpCode: string;
  readonly signedIn: boolean;
  /** Somebody is signed in, and this page is shown as if nobody were (specification 4.2.3): its form ends that session. */
  readonly isAside: boolean;
  /** Of the user centre; empty without one. Never for the page. */
  readonly thirdToken: string;
  /** Stores the token; the edge writes the cookie with the answer. */
  signIn(token: { token: string; thirdToken: string; corpCode: string; userId: number }): void;
  signOut(): void;
  /** A mark on a text that goes through the browser and comes back: good in this session alone. */
  sign(text: string): string;
  wasSigned(text: string, mark: string): boolean;
  flash(notice: Flash): void;
  /** The waiting notice, once. */
  takeFlash(): Flash | null;
}

/** An account as the question shows it whose session it is to be. */
export interface Person {
  name: string;
  accName: string;
  corpName: string;
}

/** A sign-in that came by an address (specification 4.2.1) and waits for an answer. */
export interface OfferedSession {
  /** Who it would be and who is signed in now (null: nobody); null where nothing waits or its token is no longer good. */
  look(): Promise<{ theirs: Person; mine: Person | null } | null>;
  /** Ends the session of now and begins the other; answers the address that was asked for. */
  accept(): Promise<string>;
  /** Stays with the session of now; answers the address that was asked for. */
  decline(): string;
}

/** A post that was refused for want of a fresh proof, as the page carries it that asks for one. */
export interface Proving {
  /** Where it was posted to: the page posts there again. */
  address: string;
  /** What was posted, sealed; null where it held files, which are chosen again. */
  carried: string | null;
  /** Why the proof that came with it was refused. */
  errors: FieldErrors;
}

/** A second factor, as a form brings it. */
export interface GivenFactor {
  code: string;
  passkey: string;
}

export type ColorScheme = "light" | "dark" | "auto";

export interface Preferences {
  readonly locale: Locale;
  readonly scheme: ColorScheme;
  /** No script tag at all: by choice, by Save-Data, or since the line is slow. */
  readonly lite: boolean;
  /** Lite mode was not chosen: the page found its line slow (line/start.js). */
  readonly slow: boolean;
  set(preference: { locale?: Locale; scheme?: ColorScheme; lite?: boolean }): void;
}

/** What a deployment lets stand in frames (docs/frames.md). */
export interface FrameOrigins {
  /** Of report servers and other outer pages. */
  readonly origins: readonly string[];
  /** Of micro-frontends, by the first part of their path. */
  readonly microFrontends: Readonly<Record<string, string>>;
}

/** What comes after a sign-in: see the contract's `signedIn`. */
export type Arrival = Pick<SignedIn, "step" | "parks">;

export interface ConsoleContext {
  dispatch: DispatchClient;
  session: ConsoleSession;
  /** The signed-in account with its functions and buttons; null on pages that need no sign-in. */
  user: UserInfo | null;
  /** Whether the account may open the page at this address, as the guard asks; links that would end at "not allowed" are texts. */
  mayOpen(address: string): boolean;
  /** What the page at a path is called in the language of now, where it was called `kept` in one or the other; else `kept`. */
  titleNow(path: string, kept: string): string;
  preferences: Preferences;
  /** Where the guard sends a client-side navigation (see console/guard); read by the route /goto only. */
  goto: string | null;
  /** Of the Content-Security-Policy. */
  nonce: string;
  requestId: string;
  /** Of the browser's connection, or what a trusted proxy says. */
  clientAddress: string;
  /** Path and query of the page asked for, without `.data`. */
  path: string;
  /** Where this console is reached, e.g. https://console.example.com */
  origin: string;
  /** The tenant whose own host name the browser came by; null: by a name of the console. */
  tenantOfHost: TenantOfHost | null;
  /** What the browser calls itself. */
  userAgent: string;
  /** The secret of the browser's device cookie, or of the one that a sign-in will set. Never for the page. */
  device: string;
  /** Signs in by account name and password (wire form by edition), with the browser's work; throws DispatchError. */
  signIn(credentials: { accName: string; password: string; corpCode: string; work?: string }): Promise<Arrival>;
  /** The second step, where a one-time code was sent. */
  signInByCode(checkCode: string): Promise<Arrival>;
  /** The second step, where the account has a second factor; `remember`: this device is not asked again for a while. */
  signInByFactor(given: GivenFactor & { remember: boolean }): Promise<Arrival>;
  /** A fresh proof of who is signed in; throws DispatchError. */
  prove(given: GivenFactor): Promise<void>;
  /** Where the browser stands, as a passkey signs it: scheme, host and port. */
  browserOrigin: string;
  /** The post that the page /prove carries; null where it was asked for by its own address. */
  proving: Proving | null;
  /** Password digests for changpwd, by edition (spec 7). */
  digest(accName: string, password: string): Promise<string>;
  offeredSession: OfferedSession;
  /** What was typed into a form of this page when the session ended in between; given once. */
  takeDraft(): Record<string, string> | null;
  /** Whether a post that scripts sent under this key so many milliseconds ago was answered; null where nobody can tell. */
  wasAnswered(key: string, age: number): Promise<boolean | null>;
  /** A public parameter or other parameter of the corp; short-lived memory on the console. */
  parameter(code: string): Promise<string>;
  /** A parameter was changed here: this console knows nothing of them until it has asked again. */
  forgetParameters(): void;
  /** Aborted when the console is told to stop: an answer that goes on for as long as somebody listens ends then. */
  stopping: AbortSignal;
  frames: FrameOrigins;
  /** A code for a frame, with the session's token (getAuthCode). */
  frameCode(asked: { reportId: string; sysFunctionId: number }): Promise<AuthCode>;
}
