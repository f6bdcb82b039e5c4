/** An account's own mailbox: what goes there, the code that proves it, and the link that stops it. */
import { randomInt } from "node:crypto";
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import {
  codeDigits,
  codeMinutes,
  codesADay,
  codeTries,
  type MailedKind,
  type MailWay,
  mailedKinds,
  messageMailbox,
  messageMailboxAsk,
  messageMailboxConfirm,
  messageMailboxRemove,
  messageMailboxSave,
  messageMailLink,
  messageMailStop,
} from "~/contract/messaging/mailbox";
import { enqueue } from "../../../kernel/enqueue";
import { consoleOrigin, mailSender, maskedAddress } from "../../../kernel/mail";
import { notify } from "../../../kernel/notify";
import { Invalid, Refusal } from "../../../kernel/refusal";
import { firstOf, rowsOf } from "../../../kernel/rows";
import { holdsSecret, readSecret, sealSecret } from "../../../kernel/secret-columns";
import { type Call, type Served, serve } from "../../../kernel/served";
import { mailboxOfToken } from "./link";
import { mailKind } from "./mail-kind";
import { messageMailbox as table } from "./schema";

holdsSecret(table.code);

const own = sql`current_setting('app.corp_code')`;

interface Mailbox {
  id: number;
  address: string | null;
  asked: string | null;
  code: string | null;
  codeUntil: string | null;
  codeTries: number;
  atOnce: string[];
  digest: string[];
  digestHour: number;
}

const columns = sql`
  id::float8 as id, address, asked_address as asked, code, code_until as "codeUntil", code_tries as "codeTries",
  to_json(at_once) as "atOnce", to_json(digest) as digest, digest_hour as "digestHour"
`;

const mailboxOf = ({ db, caller }: Call) =>
  firstOf<Mailbox>(
    db,
    sql`select ${columns} from message_mailbox where corp_code = ${own} and account_id = ${caller.userId}`,
  );

/** The caller's, made where there was none, and nobody else's until the transaction ends. */
async function lockedMailbox({ db, caller, locale }: Call): Promise<Mailbox> {
  await db.execute(sql`
    insert into message_mailbox (account_id, locale) values (${caller.userId}, ${locale})
    on conflict (corp_code, account_id) do update set locale = excluded.locale
  `);
  const row = await firstOf<Mailbox>(
    db,
    sql`select ${columns} from message_mailbox where corp_code = ${own} and account_id = ${caller.userId} for update`,
  );
  if (!row) throw new Error("a mailbox was made, and is not there");
  return row;
}

export const isOffered = () => mailSender() !== null && consoleOrigin() !== "";

const waysOf = (row: Pick<Mailbox, "atOnce" | "digest"> | undefined) =>
  Object.fromEntries(
    mailedKinds.map((kind): [string, MailWay] => [
      kind,
      (row?.atOnce ?? ["announcement"]).includes(kind) ? "mail" : row?.digest.includes(kind) ? "digest" : "console",
    ]),
  ) as Record<MailedKind, MailWay>;

const look = serve(messageMailbox, async (call) => {
  const row = await mailboxOf(call);
  const last = await firstOf<{ problem: string }>(
    call.db,
    sql`
      select case when state = 'failed' then coalesce(problem, '') else '' end as problem
      from message_mail
      where corp_code = ${own} and account_id = ${call.caller.userId}
      order by asked_at desc, id desc
      limit 1
    `,
  );
  return {
    offered: isOffered(),
    address: row?.address ?? "",
    asked: row?.codeUntil && new Date(row.codeUntil) > call.now ? (row.asked ?? "") : "",
    ways: waysOf(row),
    digestHour: row?.digestHour ?? 8,
    problem: last?.problem ?? "",
  };
});

const save = serve(messageMailboxSave, async (call, { ways, digestHour }) => {
  const before = await lockedMailbox(call);
  const of = (way: MailWay) => mailedKinds.filter((kind) => ways[kind as MailedKind] === way);
  const [atOnce, digest] = [of("mail"), of("digest")];
  await call.db.execute(sql`
    update message_mailbox
    set at_once = ${sql.param(atOnce)}::text[], digest = ${sql.param(digest)}::text[], digest_hour = ${digestHour}
    where corp_code = ${own} and id = ${before.id}
  `);
  // What is wanted on the console alone from now on is mailed no more.
  await call.db.execute(sql`
    delete from message_mail_item i
    using message t
    where i.corp_code = ${own} and i.account_id = ${call.caller.userId} and i.mail_id is null
      and t.corp_code = i.corp_code and t.id = i.message_id
      and t.kind <> all (${sql.param([...atOnce, ...digest])}::text[])
  `);
  if (ways.announcement === "console")
    await call.db.execute(sql`
      delete from message_mail_item
      where corp_code = ${own} and account_id = ${call.caller.userId} and mail_id is null and announcement_id is not null
    `);
  const was = { ways: waysOf(before), digestHour: before.digestHour };
  const entry = { thing: "messageMailbox", thingId: before.id, label: m.messaging_mailbox() };
  call.audit({ ...entry, before: was, after: { ways, digestHour } });
  return {};
});

const ask = serve(messageMailboxAsk, async (call, { address }) => {
  const { db, caller, now } = call;
  if (!isOffered()) throw new Refusal(m.messaging_no_server());
  const before = await lockedMailbox(call);
  if (before.address === address) throw new Invalid({ address: [m.messaging_same_address()] });
  const since = new Date(now.getTime() - 24 * 3_600_000).toISOString();
  const counted = await firstOf<{ n: number }>(
    db,
    sql`
      select count(*)::int as n from message_mail
      where corp_code = ${own} and account_id = ${caller.userId} and purpose = 'code' and asked_at > ${since}::timestamptz
    `,
  );
  if ((counted?.n ?? 0) >= codesADay) throw new Invalid({ address: [m.messaging_too_many_codes({ n: codesADay })] });
  const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, "0");
  const until = new Date(now.getTime() + codeMinutes * 60_000).toISOString();
  await db.execute(sql`
    update message_mailbox
    set asked_address = ${address}, code = ${sealSecret(call, table.code, code)}, code_until = ${until}::timestamptz,
        code_tries = 0
    where corp_code = ${own} and id = ${before.id}
  `);
  // An older code is worth nothing: its letter need not go.
  await db.execute(sql`
    update message_mail set state = 'dropped'
    where corp_code = ${own} and account_id = ${caller.userId} and purpose = 'code' and state = 'waiting'
  `);
  const at = now.toISOString();
  await db.execute(sql`
    insert into message_mail (account_id, purpose, address, state, asked_at, next_at)
    values (${caller.userId}, 'code', ${address}, 'waiting', ${at}::timestamptz, ${at}::timestamptz)
  `);
  await enqueue(db, { kind: mailKind, unlessWaiting: true });
  call.audit({ thing: "messageMailbox", thingId: before.id, label: maskedAddress(address) });
  return { address };
});

const confirm = serve(messageMailboxConfirm, async (call, { code }) => {
  const { db, now, caller } = call;
  const row = await lockedMailbox(call);
  if (!row.asked || !row.code || !row.codeUntil || new Date(row.codeUntil) <= now)
    throw new Refusal(m.messaging_code_over());
  if (row.codeTries >= codeTries) throw new Refusal(m.messaging_code_used_up());
  const label = maskedAddress(row.asked);
  if (code !== readSecret(call, table.code, row.code)) {
    await db.execute(sql`
      update message_mailbox set code_tries = code_tries + 1 where corp_code = ${own} and id = ${row.id}
    `);
    call.audit({ thing: "messageMailbox", thingId: row.id, label, after: { right: false } });
    return { right: false, left: codeTries - row.codeTries - 1 };
  }
  await db.execute(sql`
    update message_mailbox
    set address = asked_address, asked_address = null, code = null, code_until = null, code_tries = 0
    where corp_code = ${own} and id = ${row.id}
  `);
  await dropLetters(call, caller.userId);
  // Who did not do this themselves learns of it where they sign in.
  await notify(db, now, {
    to: { accounts: [caller.userId] },
    kind: "notice",
    title: (options) => m.messaging_now_to({ address: label }, options),
    link: "/message/mail",
  });
  call.audit({ thing: "messageMailbox", thingId: row.id, label, after: { right: true } });
  return { right: true, left: 0 };
});

/** What was meant for an address that is not theirs any more; what it had not told yet waits for the next letter. */
async function dropLetters({ db }: Call, accountId: number): Promise<void> {
  await db.execute(sql`
    update message_mail_item i set mail_id = null
    from message_mail l
    where i.corp_code = ${own} and i.account_id = ${accountId} and l.corp_code = i.corp_code and l.id = i.mail_id
      and l.state = 'waiting'
  `);
  await db.execute(sql`
    update message_mail set state = 'dropped'
    where corp_code = ${own} and account_id = ${accountId} and state = 'waiting'
  `);
}

async function forget(call: Call, accountId: number): Promise<void> {
  await dropLetters(call, accountId);
  await call.db.execute(sql`
    delete from message_mail_item where corp_code = ${own} and account_id = ${accountId} and mail_id is null
  `);
  await call.db.execute(sql`
    update message_mailbox
    set address = null, asked_address = null, code = null, code_until = null, code_tries = 0
    where corp_code = ${own} and account_id = ${accountId}
  `);
}

const remove = serve(messageMailboxRemove, async (call) => {
  const row = await lockedMailbox(call);
  await forget(call, call.caller.userId);
  const label = maskedAddress(row.address ?? row.asked ?? "");
  call.audit({ thing: "messageMailbox", thingId: row.id, label });
  return {};
});

const linkLook = serve(messageMailLink, async (call, { token }) => {
  const found = await mailboxOfToken(call, token);
  return { known: found !== undefined, to: found ? maskedAddress(found.address) : "" };
});

const stop = serve(messageMailStop, async (call, { token }) => {
  const found = await mailboxOfToken(call, token);
  if (!found) return { known: false };
  await rowsOf(call.db, sql`select id from message_mailbox where corp_code = ${own} and id = ${found.id} for update`);
  await forget(call, found.accountId);
  const label = maskedAddress(found.address);
  call.audit({ thing: "messageMailbox", thingId: found.id, label });
  await notify(call.db, call.now, {
    to: { accounts: [found.accountId] },
    kind: "notice",
    title: (options) => m.messaging_stopped_by_link({ address: label }, options),
    link: "/message/mail",
  });
  return { known: true };
});

export const mailboxServed: Served[] = [look, save, ask, confirm, remove, linkLook, stop];
