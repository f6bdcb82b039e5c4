/** A method's way: find, authenticate, validate, do it once in the tenant's transaction, leave a trace, answer. */
import type { IncomingMessage } from "node:http";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { FieldErrors } from "~/contract/errors";
import type { Locale } from "~/contract/messages";
import { m } from "~/contract/messages";
import type { Business, Method } from "~/contract/method";
import { corpCode } from "~/contract/validators";
import { decodePayload, sessionIdHeader, successCode, tokenHeader } from "~/contract/wire";
import { LastUsed } from "../../last-used";
import type { Visitor } from "../../visitor";
import { type Database, type Transaction, tenantRole } from "../db/database";
import {
  type Authentication,
  anonymous,
  authenticate,
  holdsButton,
  holdsFunction,
  refuseUnlessAllowed,
} from "./access";
import { type Answer, logFailure, refused } from "./answers";
import { nothingChanged, writeAudit } from "./audit";
import { type Body, readBody } from "./body";
import { inZone, usualZone } from "./business-time";
import { NumberBlocks, NumbersRunOut } from "./numbers";
import { once } from "./once";
import { prepared } from "./prepared";
import { Invalid, NotFound, RefusedButKept, SignedOut } from "./refusal";
import type { SecretBox } from "./secret-box";
import type { AuditEntry, Call, Served } from "./served";
import type { TextMessage, TextSender } from "./text-message";
import { visitorOf, withVisitor } from "./visitor-claim";

export interface Kernel {
  database: Database;
  /** By `business/name`. */
  served: ReadonlyMap<string, Served>;
  now: () => Date;
  texts: TextSender;
  secrets: SecretBox;
  /** See `visitor.ts`. */
  visitorKey: string;
}

/** `incoming` as {@link readBody} takes it. */
export async function runMethod(
  kernel: Kernel,
  business: Business,
  request: Request,
  locale: Locale,
  incoming?: IncomingMessage,
): Promise<Answer> {
  const requestId = request.headers.get("x-request-id")?.slice(0, 60) || crypto.randomUUID();
  try {
    const body = await readBody(request, business === "offline" ? "json" : "form", incoming);
    const served = kernel.served.get(`${business}/${body.method}`);
    if (!served) throw new NotFound(m.ops_unknown_method({ name: body.method }));
    const visitor = visitorOf({ key: kernel.visitorKey, request, requestId, incoming });
    const data = await new Run(kernel, served, body, request.headers, locale, requestId, visitor).answer();
    return { status: 200, body: { success: true, code: successCode, message: "", data } };
  } catch (error) {
    return refused(error, requestId);
  }
}

class Run {
  private readonly method: Method;
  private readonly token: string;
  private readonly sessionId: string;
  private readonly audits: AuditEntry[] = [];
  private readonly texts: TextMessage[] = [];
  /** Numbers that were drawn for this call alone. */
  private readonly reserved = new Map<string, number>();
  private corpCode = "";

  constructor(
    private readonly kernel: Kernel,
    private readonly served: Served,
    private readonly body: Body,
    headers: Headers,
    private readonly locale: Locale,
    private readonly requestId: string,
    private readonly visitor: Visitor,
  ) {
    this.method = served.method;
    this.token = headers.get(tokenHeader) ?? "";
    this.sessionId = headers.get(sessionIdHeader)?.slice(0, 100) ?? "";
  }

  async answer(): Promise<unknown> {
    const { method, body, kernel } = this;
    const raw = body.json ? body.fields : decodePayload(method.payload, body.fields as Record<string, string>);
    const given = strict(method).safeParse(raw);
    const parsed = given.success ? { ...given, data: withVisitor(method, given.data, this.visitor) } : given;
    const isNew = raw.id === undefined;
    if (method.access === "public" && !corpCode.safeParse(anonymous(body.corpCode).corpCode).success) {
      throw new Invalid({ corpCode: [m.v_invalid()] });
    }
    const ahead = await this.ahead(parsed, isNew);
    let authentication: Authentication | null = null;
    const { data: answer, call } = await this.whileNumbersRunOut(() =>
      kernel.database.system(
        async (tx) => {
          this.audits.length = 0;
          this.texts.length = 0;
          authentication = await this.admit(tx, isNew);
          if (!parsed.success) throw new Invalid(fieldErrors(parsed.error));
          const call = this.callFor(tx, authentication?.caller ?? anonymous(body.corpCode), authentication);
          const data = await inZone(authentication?.zone ?? usualZone, () =>
            this.perform(tx, call, parsed.data, ahead),
          );
          const written = method.writes && !(data instanceof RefusedButKept);
          if (written) await writeAudit(tx, call, method, this.audits, parsed.data, data);
          return { data, call };
        },
        { readOnly: !method.writes },
      ),
    );
    if (!method.writes) await this.noteSeen(call);
    await this.touch(authentication);
    for (const text of this.texts) kernel.texts.send(text).catch((error) => logFailure("error", error, this.requestId));
    if (answer instanceof RefusedButKept) throw answer.refusal;
    return answer;
  }

  /** Begins anew, with new numbers, where a block of them was used up: see `numbers.ts`. */
  private async whileNumbersRunOut<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof NumbersRunOut)) throw error;
        await blocksOf(this.kernel).reserve(this.corpCode, error.wanted, this.reserved);
      }
    }
  }

  /** Slow work that needs no lock, before the transaction begins; for nobody who would be refused there. */
  private async ahead(parsed: z.ZodSafeParseResult<unknown>, isNew: boolean): Promise<unknown> {
    const { body, served, kernel } = this;
    if (!served.ahead || !parsed.success) return undefined;
    const found = await kernel.database.system((tx) => this.admit(tx, isNew), { readOnly: true });
    const caller = found?.caller ?? anonymous(body.corpCode);
    const before = { database: kernel.database, caller, corpCode: caller.corpCode, now: kernel.now() };
    return served.ahead({ ...before, sessionId: this.sessionId }, parsed.data);
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
    const found = await authenticate(tx, this.token, method.access, { isNew, role, during: method.during });
    if (!found) throw new SignedOut(m.ops_signed_out());
    // Another tenant's name is answered as if there were no such thing.
    if (body.corpCode !== "" && body.corpCode !== found.caller.corpCode) throw new NotFound(m.ops_not_found());
    await refuseUnlessAllowed(tx, found, method.access, isNew);
    return found;
  }

  private callFor(db: Transaction, caller: Call["caller"], authentication: Authentication | null): Call {
    const asked = new Map<string, Promise<boolean>>();
    this.corpCode = caller.corpCode;
    return {
      db,
      caller,
      locale: this.locale,
      now: this.kernel.now(),
      requestId: this.requestId,
      backend: this.kernel,
      secrets: this.kernel.secrets,
      sessionId: this.sessionId,
      numbers: blocksOf(this.kernel).forAttempt(caller.corpCode, this.reserved),
      may(button) {
        if (authentication?.holdsAll) return Promise.resolve(true);
        if (!authentication) return Promise.resolve(false);
        const known = asked.get(button) ?? holdsButton(db, caller.userId, button);
        asked.set(button, known);
        return known;
      },
      async opens(fun) {
        if (!authentication || authentication.holdsAll) return authentication !== null;
        return holdsFunction(db, caller.userId, fun);
      },
      texts: { send: (text) => this.texts.push(text), needsMobile: this.kernel.texts.needsMobile },
      audit: (entry) => this.audits.push(entry),
    };
  }

  private perform(tx: Transaction, call: Call, payload: unknown, ahead: unknown): Promise<unknown> {
    const work = () => this.served.handle(call, payload, ahead);
    const key = this.method.idempotent ? (payload as { idempotencyKey?: string }).idempotencyKey : undefined;
    if (key === undefined) return work();
    // What was done before has its entry already.
    const onRepeat = () => call.audit(nothingChanged);
    return once(tx, { userId: call.caller.userId, method: this.method.name, key, payload }, work, onRepeat);
  }

  /** A read that is audited is noted before it is answered: what cannot be noted is not shown. */
  private async noteSeen(call: Call): Promise<void> {
    if (this.audits.length === 0) return;
    const looks = looksOf(this.kernel);
    const look = JSON.stringify([call.caller.corpCode, call.caller.userId, this.method.name, this.audits]);
    if ((looks.get(look) ?? 0) > call.now.getTime()) return;
    await this.kernel.database.tenant(call.caller.corpCode, (tx) =>
      writeAudit(tx, call, this.method, [...this.audits], undefined, undefined),
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
      logFailure("warn", error, this.requestId);
    }
  }
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

const blocks = new WeakMap<Kernel, NumberBlocks>();

function blocksOf(kernel: Kernel): NumberBlocks {
  const known = blocks.get(kernel) ?? new NumberBlocks(kernel.database);
  blocks.set(kernel, known);
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
