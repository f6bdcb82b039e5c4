/** A method's way: find, authenticate, validate, do it once in the tenant's transaction, leave a trace, answer. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { FieldErrors } from "~/contract/errors";
import type { Locale } from "~/contract/messages";
import { m } from "~/contract/messages";
import type { Method } from "~/contract/method";
import { corpCode } from "~/contract/validators";
import { decodePayload, sessionIdHeader, tokenHeader } from "~/contract/wire";
import { LastUsed } from "../../last-used";
import type { Visitor } from "../../visitor";
import { type Database, type Transaction, type TransactionOptions, tenantRole } from "../db/database";
import type { FileStore } from "../files/file-store";
import { type Authentication, anonymous, authenticate, judged, refuseUnlessAllowed } from "./access";
import { logFailure } from "./answers";
import { nothingChanged, writeAudit } from "./audit";
import type { Body } from "./body";
import { inZone, usualZone } from "./business-time";
import type { AuditEntry, Call } from "./call";
import type { CallNotes } from "./call-notes";
import { heldRights } from "./held-rights";
import { NumberBlocks, NumbersRunOut, type Reserved } from "./numbers";
import { type Done, keepAnswer, once, onceWithAnswer, PressedBefore } from "./once";
import { prepared } from "./prepared";
import { Invalid, NotFound, ProofNeeded, Refusal, RefusedButKept, SignedOut } from "./refusal";
import type { SecretBox } from "./secret-box";
import type { Served } from "./served";
import type { TextMessage, TextSender } from "./text-message";
import { withVisitor } from "./visitor-claim";

/** One of the GET calls, as a function of the tenant's transaction. */
export type Lookup = (tx: Transaction, asked: URL, locale: Locale) => Promise<unknown>;

export interface Kernel {
  database: Database;
  /** By path. */
  lookups: ReadonlyMap<string, Lookup>;
  /** By `business/name`. */
  served: ReadonlyMap<string, Served>;
  now: () => Date;
  texts: TextSender;
  secrets: SecretBox;
  /** Bytes of uploaded files. */
  store: FileStore | null;
  /** See `visitor.ts`. */
  visitorKey: string;
  /** A link to a file that needs no token and expires. */
  linkTo: (path: string) => string;
  /** What is noted of every call. */
  calls: CallNotes;
}

/** A call that is known by its method, and how it arrived. */
export interface Asked {
  served: Served;
  body: Body;
  headers: Pick<Headers, "get">;
  locale: Locale;
  requestId: string;
  visitor: Visitor;
}

/** What a handler did, and the call that it did it in. */
interface Performed {
  data: unknown;
  call: Call;
}

export class MethodRun {
  private readonly method: Method;
  private readonly served: Served;
  private readonly body: Body;
  private readonly token: string;
  private readonly sessionId: string;
  private readonly audits: AuditEntry[] = [];
  private readonly texts: TextMessage[] = [];
  /** Numbers that were drawn for this call alone. */
  private readonly reserved: Reserved = new Map();
  private corpCode = "";
  /** Whether the key of this press is taken before the work. */
  private keyFirst: boolean;
  /** Whoever was found to call, also where they were refused afterwards. */
  caller: Call["caller"] | null = null;

  constructor(
    private readonly kernel: Kernel,
    private readonly asked: Asked,
  ) {
    const { served, body, headers } = asked;
    this.served = served;
    this.body = body;
    this.method = served.method;
    this.keyFirst = !served.keyLast;
    this.token = headers.get(tokenHeader) ?? "";
    this.sessionId = headers.get(sessionIdHeader)?.slice(0, 100) ?? "";
  }

  async answer(): Promise<unknown> {
    const { method, body, kernel } = this;
    const { parsed, isNew } = this.read();
    if (method.access === "public" && !corpCode.safeParse(anonymous(body.corpCode).corpCode).success) {
      throw new Invalid({ corpCode: [m.v_invalid()] });
    }
    const ahead = await this.ahead(parsed, isNew);
    let authentication: Authentication | null = null;
    const performed = await this.amongCallers(() =>
      kernel.database.system(
        async (tx) => {
          authentication = await this.admit(tx, isNew);
          return this.within(tx, authentication, parsed, ahead);
        },
        { readOnly: !method.writes, again: this.beginsAnew },
      ),
    );
    return this.conclude(performed, authentication);
  }

  /** Whether it may be answered in a transaction that others share: it reads, as the tenant, on behalf of somebody. */
  get mayShare(): boolean {
    const { asOwner, ahead, together } = this.served;
    return !this.method.writes && this.method.access !== "public" && !asOwner && !ahead && !together;
  }

  /** In a transaction that is the caller's already. */
  async answerWithin(tx: Transaction, authentication: Authentication): Promise<Performed> {
    const { access } = this.method;
    const { parsed, isNew } = this.read();
    await refuseUnlessAllowed(
      tx,
      { ...authentication, ...(await judged(tx, authentication, access, isNew)) },
      access,
      isNew,
    );
    return this.within(tx, authentication, parsed, undefined);
  }

  /** What is done once the transaction is committed. */
  async conclude({ data, call }: Performed, authentication: Authentication | null): Promise<unknown> {
    if (!this.method.writes) await this.noteUnmaskedView(call);
    await this.touch(authentication);
    const { kernel, texts } = this;
    for (const text of texts)
      kernel.texts.send(text).catch((error) => logFailure("error", error, this.asked.requestId));
    if (data instanceof RefusedButKept) throw data.refusal;
    return data;
  }

  /** The caller of several calls, none of which is admitted yet. */
  async callerOf(tx: Transaction): Promise<Authentication> {
    return this.ofCorp(await authenticate(tx, this.token, "signedIn"));
  }

  /** The payload as the contract has it, or what is wrong with it. */
  read(): { parsed: z.ZodSafeParseResult<unknown>; isNew: boolean } {
    const { method, body } = this;
    const raw = body.json ? body.fields : decodePayload(method.payload, body.fields as Record<string, string>);
    const given = strict(method).safeParse(raw);
    const parsed = given.success ? { ...given, data: withVisitor(method, given.data, this.asked.visitor) } : given;
    return { parsed, isNew: raw.id === undefined };
  }

  private async within(
    tx: Transaction,
    authentication: Authentication | null,
    parsed: z.ZodSafeParseResult<unknown>,
    ahead: unknown,
  ): Promise<Performed> {
    const { method, body } = this;
    this.audits.length = 0;
    this.texts.length = 0;
    if (!parsed.success) throw new Invalid(fieldErrors(parsed.error));
    const call = this.callFor(tx, authentication?.caller ?? anonymous(body.corpCode), authentication);
    refuseWhileSeeing(call.caller, method);
    if (authentication?.reading) refuseWhileReading(method);
    const done = await inZone(authentication?.zone ?? usualZone, () => this.perform(tx, call, parsed.data, ahead));
    const { data, kept } = done;
    const written = method.writes && !(data instanceof RefusedButKept);
    if (written) await writeAudit(tx, call, method, this.audits, { payload: parsed.data, answer: data, kept });
    else if (kept) await keepAnswer(tx, kept);
    return { data, call };
  }

  /**
   * Lets a transaction begin anew: with the key first, where the press may be a second one; or with new numbers, where a
   * block of them was used up (`numbers.ts`). They are drawn before its connection goes to the next call, which would run
   * out of them as well.
   */
  private beginsAnew: NonNullable<TransactionOptions["again"]> = async (error, own) => {
    if (error instanceof PressedBefore) {
      this.keyFirst = true;
      return true;
    }
    if (!(error instanceof NumbersRunOut)) return false;
    const blocks = blocksOf(this.kernel);
    const callers = blocks.callers.of(this.method.name);
    await blocks.reserve(this.corpCode, error.wanted, this.reserved, { callers, own });
    return true;
  };

  /** Counted among those who may want numbers. */
  private async amongCallers<T>(work: () => Promise<T>): Promise<T> {
    const { callers } = blocksOf(this.kernel);
    callers.begin(this.method.name);
    try {
      return await work();
    } finally {
      callers.end(this.method.name);
    }
  }

  /** Slow work that needs no lock, before the transaction begins; for nobody who would be refused there. */
  private async ahead(parsed: z.ZodSafeParseResult<unknown>, isNew: boolean): Promise<unknown> {
    const { body, served, kernel } = this;
    if (!served.ahead || !parsed.success) return undefined;
    const found = await kernel.database.system((tx) => this.admit(tx, isNew), { readOnly: true });
    const caller = found?.caller ?? anonymous(body.corpCode);
    const before = { database: kernel.database, caller, corpCode: caller.corpCode, now: kernel.now() };
    const { secrets, store } = kernel;
    return served.ahead({ ...before, sessionId: this.sessionId, secrets, store }, parsed.data);
  }

  /** Who calls, and the transaction bound to that corp. */
  private async admit(tx: Transaction, isNew: boolean): Promise<Authentication | null> {
    const { method, body } = this;
    const role = this.served.asOwner ? "none" : tenantRole;
    if (method.access === "public") {
      const values = [anonymous(body.corpCode).corpCode, role];
      await prepared(tx, "select set_config('app.corp_code', $1, true), set_config('role', $2, true)", values);
      return null;
    }
    const found = this.ofCorp(
      await authenticate(tx, this.token, method.access, { isNew, role, during: method.during }),
    );
    await refuseUnlessAllowed(tx, found, method.access, isNew);
    if (method.freshProof && found.unproved) throw new ProofNeeded(m.factor_proof_needed());
    return found;
  }

  /** Another tenant's name is answered as if there were no such thing. */
  private ofCorp(found: Authentication | null): Authentication {
    const { corpCode } = this.body;
    if (!found) throw new SignedOut(m.ops_signed_out());
    this.caller = found.caller;
    if (corpCode !== "" && corpCode !== found.caller.corpCode) throw new NotFound(m.ops_not_found());
    return found;
  }

  private callFor(db: Transaction, caller: Call["caller"], authentication: Authentication | null): Call {
    this.corpCode = caller.corpCode;
    this.caller = caller;
    return {
      db,
      caller,
      locale: this.asked.locale,
      now: this.kernel.now(),
      requestId: this.asked.requestId,
      backend: this.kernel,
      secrets: this.kernel.secrets,
      linkTo: this.kernel.linkTo,
      sessionId: this.sessionId,
      numbers: blocksOf(this.kernel).forAttempt(caller.corpCode, this.reserved),
      async may(button) {
        if (!authentication) return false;
        const { buttons, most } = await heldRights(db, caller);
        return authentication.holdsAll ? (most?.buttons.has(button) ?? true) : buttons.has(button);
      },
      async opens(fun) {
        if (!authentication) return false;
        const { on, grants, most } = await heldRights(db, caller);
        if (authentication.holdsAll) return most?.grants.has(`${fun}/`) ?? true;
        return on.has(fun) && grants.has(`${fun}/`);
      },
      texts: { send: (text) => this.texts.push(text), needsMobile: this.kernel.texts.needsMobile },
      audit: (entry) => this.audits.push(entry),
    };
  }

  private async perform(tx: Transaction, call: Call, payload: unknown, ahead: unknown): Promise<Done> {
    const work = async () => this.served.handle(call, payload, ahead);
    const key = this.method.idempotent ? (payload as { idempotencyKey?: string }).idempotencyKey : undefined;
    if (key === undefined) return { data: await work() };
    // What was done before has its entry already.
    const onRepeat = () => call.audit(nothingChanged);
    const press = { userId: call.caller.userId, method: this.method.name, key, payload };
    return this.keyFirst ? once(tx, press, work, onRepeat) : onceWithAnswer(press, work);
  }

  /** A read that is audited is noted before it is answered: what cannot be noted is not shown. */
  private async noteUnmaskedView(call: Call): Promise<void> {
    if (this.audits.length === 0) return;
    const looks = looksOf(this.kernel);
    const look = JSON.stringify([call.caller.corpCode, call.caller.userId, this.method.name, this.audits]);
    if ((looks.get(look) ?? 0) > call.now.getTime()) return;
    await this.kernel.database.tenant(call.caller.corpCode, (tx) =>
      writeAudit(tx, call, this.method, [...this.audits], {}),
    );
    looks.set(look, call.now.getTime() + oneLook);
  }

  /** A session lives on while it is used; noted once a minute, and never at the price of a call that is done. */
  private async touch(authentication: Authentication | null): Promise<void> {
    if (!authentication?.stale) return;
    const { sessionRowId } = authentication.caller;
    try {
      await this.kernel.database.system((tx) =>
        // What ended while the call was under way stays ended.
        tx.execute(sql`
          update session set last_seen = now()
          where id = ${sessionRowId}
            and revoked_at is null
            and last_seen > now() - make_interval(mins => idle_minutes)
        `),
      );
    } catch (error) {
      logFailure("warn", error, this.asked.requestId);
    }
  }
}

/** Who looks as a role sees writes nothing. */
function refuseWhileSeeing({ seeing }: Call["caller"], { writes, whileSeeing }: Method): void {
  if (seeing && writes && !whileSeeing) throw new Refusal(m.role_seeing_only({ role: seeing.role }));
}

/** The contract of the tenant has ended: it reads and takes its data with it, and its sessions keep themselves. */
function refuseWhileReading({ writes, whileReading }: Method): void {
  if (writes && !whileReading) throw new Refusal(m.ops_tenant_reading());
}

/** Seeing the same again within this many milliseconds is one look, and one entry: lists are loaded anew all the time. */
const oneLook = 5 * 60_000;
const looks = new WeakMap<Kernel, LastUsed<number>>();

/** When each look ends, by who looked at what. */
function looksOf(kernel: Kernel): LastUsed<number> {
  const known = looks.get(kernel) ?? new LastUsed<number>(5_000);
  looks.set(kernel, known);
  return known;
}

const blocks = new WeakMap<Database, NumberBlocks>();

/** Of this process and its database, however many applications stand on it. */
function blocksOf({ database }: Kernel): NumberBlocks {
  const known = blocks.get(database) ?? new NumberBlocks(database);
  blocks.set(database, known);
  return known;
}

const stricts = new Map<Method, z.ZodType>();

/** The payload's schema with unknown keys refused. */
function strict(method: Method): z.ZodType {
  const known = stricts.get(method);
  if (known) return known;
  const schema = method.payload instanceof z.ZodObject ? method.payload.strict() : method.payload;
  stricts.set(method, schema);
  return schema;
}

export function fieldErrors(error: z.ZodError): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of error.issues) {
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys) errors[key.slice(0, 60)] = [m.v_unknown_field()];
      continue;
    }
    const path = issue.path.map(String).join(".").slice(0, 120);
    errors[path] = [...(errors[path] ?? []), issue.message];
  }
  return errors;
}
