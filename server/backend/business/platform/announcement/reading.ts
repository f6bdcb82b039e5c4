/** Reading announcements: one's own, as long as they run, and the receipt. */
import * as contract from "~/contract/announcement/announcement";
import { stamp } from "../../../kernel/business-time";
import { prepared } from "../../../kernel/prepared";
import { NotFound } from "../../../kernel/refusal";
import { type Served, serve } from "../../../kernel/served";
import { announcementsOf, running } from "./inbox";

interface Opened {
  id: number;
  title: string;
  important: boolean;
  body: string;
  by: string;
  at: Date;
  until: Date | null;
  readAt: Date | null;
}

/** Of two with one id, which only a restored row could make, the own one goes first. */
const one = `
  select id::float8 as id, title, important, body, published_by as by, at, visible_until as until, read_at as "readAt"
  from announcement_inbox
  where account_id = $1 and id = $3 and ${running("$2")}
  order by owner_corp <> corp_code
  limit 1
`;

/** The moment of the first receipt stays. */
const receipt = `
  insert into announcement_receipt (account_id, owner_corp, announcement_id, read_at)
  select account_id, owner_corp, id, $2::timestamptz
  from announcement_inbox
  where account_id = $1 and id = $3 and ${running("$2")}
  order by owner_corp <> corp_code
  limit 1
  on conflict (corp_code, account_id, owner_corp, announcement_id) do update
    set read_at = coalesce(announcement_receipt.read_at, excluded.read_at)
  returning read_at as "readAt"
`;

export const readingServed: Served[] = [
  serve(contract.announcementsUnread, async (call) => {
    const unread = (await announcementsOf(call)).filter(({ read }) => !read);
    const first = unread.toSorted((a, b) => Number(b.important) - Number(a.important)).slice(0, 5);
    return {
      n: unread.length,
      first: first.map(({ id, title, important, at, by }) => ({ id, title, important, at, by })),
    };
  }),

  serve(contract.announcementOpen, async ({ db, caller, now }, { id }) => {
    const [found] = await prepared<Opened>(db, one, [caller.userId, now, id]);
    if (!found) throw new NotFound();
    const { at, until, readAt, ...rest } = found;
    return { ...rest, at: stamp(at), until: until ? stamp(until) : "", readAt: readAt ? stamp(readAt) : "" };
  }),

  serve(contract.announcementConfirm, async ({ db, caller, now }, { id }) => {
    const [made] = await prepared<{ readAt: Date }>(db, receipt, [caller.userId, now, id]);
    if (!made) throw new NotFound();
    return { readAt: stamp(made.readAt) };
  }),
];
