/** Agencies that apply by themselves, without an account: behind the puzzle, a few a day from one address. */
import { randomInt } from "node:crypto";
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import { agencyApply, agencyApplyFiles, agencyApplyForm } from "~/contract/travel/apply";
import { applyFiles, applyName } from "~/contract/travel/apply-page";
import { giveTickets, takeUploaded, ticketsGiven } from "../../files/tickets";
import { asOwner } from "../../kernel/as-owner";
import { dependsOn } from "../../kernel/depends-on";
import { dictionariesOf } from "../../kernel/dictionaries";
import { notify } from "../../kernel/notify";
import { Invalid, NotFound, Refusal, StepNeeded } from "../../kernel/refusal";
import { firstOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import { holdsPass, takePass } from "../platform/captcha";
import { printable } from "../platform/printable";
import { sessionHash } from "../platform/session-hash";
import { submitReview } from "./review";
import { travelApplication as table } from "./schema";

/** Within a day. Whoever applies in earnest does so once. */
const most = { ofAddress: 5, ofCorp: 200, filesOfAddress: 30, filesOfCorp: 1_000 };
const purpose = "agencyApply";
/** Without letters and digits that are taken for one another. */
const signs = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

dependsOn("agency", { table, by: table.agencyId, name: table.number, words: m.apply_dep });

type Application = ParsedPayloadOf<typeof agencyApply>;

const form = serve(agencyApplyForm, async (call) => {
  if (!(await isOpen(call))) return { open: false, types: [] };
  const types = await typesOf(call);
  return { open: true, types };
});

const files = serve(agencyApplyFiles, async (call, { count, clientAddress }) => {
  if (!(await isOpen(call))) throw new NotFound();
  const from = printable(clientAddress);
  await refuseTooMany(call, from);
  const pass = puzzleOf(call);
  if (!(await asOwner(call, () => holdsPass(call.db, pass, call.now)))) throw new StepNeeded(m.auth_captcha_first());
  const given = await ticketsGiven(call, purpose, from);
  if (given.address + count > most.filesOfAddress || given.all + count > most.filesOfCorp)
    throw new Refusal(m.apply_too_many());
  const { takes, megabytes } = applyFiles;
  return { tickets: await giveTickets(call, { purpose, count, from, takes, megabytes }) };
});

const apply = serve(agencyApply, async (call, application) => {
  if (!(await isOpen(call))) throw new NotFound();
  const ip = printable(application.clientAddress);
  await refuseTooMany(call, ip);
  const types = await typesOf(call);
  if (!types.some(({ value }) => value === application.type)) throw new Invalid({ type: [m.v_option()] });
  await takePuzzle(call);
  const brought = await takeUploaded(call, purpose, application.tickets, "files");
  // Not the next number: that would tell how many apply.
  const number = `WA${Array.from({ length: 8 }, () => signs[randomInt(signs.length)]).join("")}`;
  const agencyId = await addAgency(call, application, number);
  const { name, licence, contact, mobile } = application;
  await call.db
    .insert(table)
    .values({ number, at: call.now, ip, name, licence, contact, mobile, agencyId } as typeof table.$inferInsert);
  if (agencyId === null) await tellOfKnown(call, application, number);
  else await submitReview(call, { agencyId, name, source: "web", by: contact, files: brought });
  return { number };
});

/** A corp that does not exist answers as one that is closed. */
const isOpen = (call: Call): Promise<boolean> =>
  asOwner(call, async () => {
    const { corpCode } = call.caller;
    const corp = await firstOf<{ one: number }>(
      call.db,
      sql`select 1 as one from corp_zone where corp_code = ${corpCode} and status = 'T'`,
    );
    return Boolean(corp);
  });

async function typesOf({ db, locale }: Call) {
  const { agencyType = [] } = await dictionariesOf(db, ["agencyType"], locale);
  return agencyType.filter(({ off }) => !off).map(({ value, label }) => ({ value, label }));
}

async function refuseTooMany({ db, now }: Call, ip: string): Promise<void> {
  const since = new Date(now.getTime() - 24 * 3_600_000).toISOString();
  const counted = await firstOf<{ address: number; corp: number }>(
    db,
    sql`
      select (select count(*)::int from travel_application where ip = ${ip} and ip <> '' and at > ${since}::timestamptz) as address,
             (select count(*)::int from travel_application where at > ${since}::timestamptz) as corp
    `,
  );
  if (counted && (counted.address >= most.ofAddress || counted.corp >= most.ofCorp))
    throw new Refusal(m.apply_too_many());
}

function puzzleOf({ sessionId }: Call) {
  if (!sessionId) throw new Invalid({ "session-id": [m.v_required()] });
  return { sessionHash: sessionHash(sessionId), accName: applyName };
}

async function takePuzzle(call: Call): Promise<void> {
  const tried = puzzleOf(call);
  if (!(await asOwner(call, () => takePass(call, tried)))) throw new StepNeeded(m.auth_captcha_first());
}

/** Null where name or licence are an agency's already, also where another application is faster. */
async function addAgency(call: Call, application: Application, code: string): Promise<number | null> {
  const { name, type, licence, licenceUntil, contact, mobile, email, address, remark } = application;
  const added = await firstOf<{ id: number }>(
    call.db,
    sql`
      insert into travel_agency (code, name, type, licence, licence_until, contact, mobile, email, address, remark, settlement)
      values (${code}, ${name}, ${type}, ${licence}, ${licenceUntil ?? null}::date, ${contact}, ${mobile},
              ${email ?? null}, ${address ?? null}, ${remark ?? null}, 'prepaid')
      on conflict do nothing
      returning id
    `,
  );
  if (!added) return null;
  const after = { code, name, type, licence, contact, status: "applied" };
  call.audit({ thing: "agency", thingId: added.id, label: name, after });
  return added.id;
}

const tellOfKnown = ({ db, now }: Call, { name, contact }: Application, number: string) =>
  notify(db, now, {
    to: { fun: "singVerification", button: "agencyReview:approve" },
    kind: "notice",
    title: (options) => m.apply_known({ name, number }, options),
    body: (options) => m.apply_known_by({ contact }, options),
    link: "/travel/agencyList",
    matter: `agency application ${number}`,
  });

export const applyServed: Served[] = [form, files, apply];
