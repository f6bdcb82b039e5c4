/**
 * Files of people without an account. A method that has made sure of who asks gives a ticket for each file; with it the
 * file comes in, once and as small as the ticket says; the method that takes it into a record names the ticket again.
 */
import { createHash, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { uploadLimit, uploadTicketForm } from "~/contract/files";
import { m } from "~/contract/messages";
import type { Transaction } from "../db/database";
import { Unreadable } from "../kernel/body";
import type { Call } from "../kernel/call";
import { Invalid, NotFound } from "../kernel/refusal";
import { firstOf, rowsOf } from "../kernel/rows";
import { admittedOr, type FileService, formSlack, keep, nameOf } from "./upload";

/** Minutes that a ticket is good for, until its file is in a record. */
const goodFor = 60;
/** Tickets are counted by the day, and then forgotten. */
const countedHours = 24;
const megabyte = 1024 * 1024;

export interface TicketsAsked {
  purpose: string;
  count: number;
  /** The caller's address; "" where it is not known. */
  from: string;
  /** Endings, by content: `jpg`, `png`, `pdf`. */
  takes: readonly string[];
  megabytes: number;
}

const hashOf = (text: string) => createHash("sha256").update(text).digest();
const endings = (takes: readonly string[]) => takes.map((ending) => ending.toUpperCase()).join(m.did_list_sep());
const aDayAgo = (now: Date) => new Date(now.getTime() - countedHours * 3_600_000).toISOString();

/** How many were given within a day: to this address, and to all. */
export async function ticketsGiven({ db, now }: Call, purpose: string, from: string) {
  const found = await firstOf<{ address: number; all: number }>(
    db,
    sql`
      select count(*)::int as all, count(*) filter (where from_hash = ${hashOf(from)})::int as address
      from upload_ticket
      where corp_code = current_setting('app.corp_code')
        and purpose = ${purpose}
        and given_at > ${aDayAgo(now)}::timestamptz
    `,
  );
  return { all: found?.all ?? 0, address: from === "" ? 0 : (found?.address ?? 0) };
}

export async function giveTickets(call: Call, asked: TicketsAsked): Promise<string[]> {
  const { db, now, caller } = call;
  const { purpose, from, takes, megabytes } = asked;
  await db.execute(sql`
    delete from upload_ticket
    where corp_code = current_setting('app.corp_code') and given_at < ${aDayAgo(now)}::timestamptz
  `);
  const until = new Date(now.getTime() + goodFor * 60_000).toISOString();
  const tickets = Array.from({ length: asked.count }, () => `${caller.corpCode}.${secret()}`);
  for (const ticket of tickets)
    await db.execute(sql`
      insert into upload_ticket (ticket_hash, purpose, from_hash, given_at, until, takes, megabytes)
      values (${hashOf(ticket)}, ${purpose}, ${hashOf(from)}, ${now.toISOString()}::timestamptz, ${until}::timestamptz,
              ${`{${takes.join(",")}}`}::text[], ${megabytes})
    `);
  return tickets;
}

const secret = () => [...randomBytes(32)].map((byte) => "abcdefghijklmnopqrstuvwxyz234567"[byte & 31]).join("");

/** Paths of what came with these tickets, each taken once; {@link Invalid} for `field` where one has nothing to give. */
export async function takeUploaded(call: Call, purpose: string, tickets: readonly string[], field: string) {
  if (tickets.length === 0) return [];
  const now = call.now.toISOString();
  const hashes = [...new Set(tickets)].map(hashOf);
  const taken = await rowsOf<{ path: string; hash: string }>(
    call.db,
    sql`
      update upload_ticket
      set taken_at = ${now}::timestamptz
      where corp_code = current_setting('app.corp_code')
        and ticket_hash in (${sql.join(hashes, sql`, `)})
        and purpose = ${purpose}
        and path is not null
        and taken_at is null
        and until > ${now}::timestamptz
      returning path, encode(ticket_hash, 'hex') as hash
    `,
  );
  if (taken.length !== tickets.length) throw new Invalid({ [field]: [m.files_missing()] });
  const byHash = new Map(taken.map(({ hash, path }) => [hash, path]));
  return hashes.flatMap((hash) => byHash.get(hash.toString("hex")) ?? []);
}

interface Ticket {
  takes: string[];
  megabytes: number;
  purpose: string;
}

/** POST of `file`, with the ticket in the query; answers the path, which nobody can read before a record holds it. */
export async function uploadByTicket(service: FileService, request: Request): Promise<string> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(type)) throw new Unreadable(415, m.ops_content_type());
  const length = Number(request.headers.get("content-length") ?? Number.NaN);
  // Without a length it could be anything.
  if (!(length <= uploadLimit + formSlack)) throw new Unreadable(413, m.files_too_large());
  // The ticket is looked at before the file is read.
  const given = new URL(request.url).searchParams.get("ticket") ?? "";
  const corpCode = uploadTicketForm.exec(given)?.[1];
  if (corpCode === undefined) throw new NotFound(m.files_missing());
  const { database } = service;
  const ticket = await database.tenant(corpCode, (tx) => open(tx, given, service.now()));
  if (!ticket) throw new NotFound(m.files_missing());
  const form = await request.formData().catch(() => {
    throw new Unreadable(400, m.ops_bad_body());
  });
  const file = form.get("file");
  if (!file || typeof file === "string") throw new Invalid({ file: [m.files_none()] });
  if (file.size >= ticket.megabytes * megabyte)
    throw new Invalid({ file: [m.files_larger_than({ n: ticket.megabytes })] });
  const received = { name: nameOf(file.name), bytes: new Uint8Array(await file.arrayBuffer()) };
  const sniffed = await admittedOr(received, ["image", "document"]);
  if (!ticket.takes.includes(sniffed.extension))
    throw new Invalid({ file: [m.files_only_types({ types: endings(ticket.takes) })] });
  const by = { corpCode, userId: 0 };
  const how = { isCompress: true, isTemporary: true };
  const path = await keep(service, by, { source: ticket.purpose }, received, sniffed, how);
  // Of two files with one ticket at once the first is it; nothing holds the other, and it is swept.
  const isFirst = await database.tenant(corpCode, (tx) => fill(tx, given, path));
  if (!isFirst) throw new NotFound(m.files_missing());
  return path;
}

const open = (tx: Transaction, ticket: string, now: Date) =>
  firstOf<Ticket>(
    tx,
    sql`
      select takes, megabytes, purpose
      from upload_ticket
      where corp_code = current_setting('app.corp_code')
        and ticket_hash = ${hashOf(ticket)}
        and path is null
        and until > ${now.toISOString()}::timestamptz
    `,
  );

async function fill(tx: Transaction, ticket: string, path: string): Promise<boolean> {
  const filled = await rowsOf<{ one: number }>(
    tx,
    sql`
      update upload_ticket
      set path = ${path}
      where corp_code = current_setting('app.corp_code') and ticket_hash = ${hashOf(ticket)} and path is null
      returning 1 as one
    `,
  );
  return filled.length === 1;
}
