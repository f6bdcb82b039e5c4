/** The state of a session's frame: open tabs, favourites, what the top bar says. */
import type { AnswerOf } from "~/contract/method";
import { parameterDefaults } from "~/contract/parameters";
import { closeTabs, openTab, type PageTab, shellState, tabsAtMost, wentThrough } from "~/contract/platform/shell";
import { readTogether } from "~/contract/platform/together";
import { methods } from "~/contract/registry";
import { waitingFor } from "../../approvals/inbox";
import { stillSeen } from "../../kernel/notify";
import { prepared } from "../../kernel/prepared";
import { type Served, serve, serveTogether } from "../../kernel/served";
import { unreadAnnouncements } from "./announcement/inbox";

/** $1 session, $2 account, $3 parameters, $4 moment. */
const stateOf = `
  select
    coalesce((
      select json_agg(json_build_object('path', path, 'address', address, 'title', title) order by place)
      from page_tab
      where session_id = $1
    ), '[]') as tabs,
    coalesce((
      select json_agg(fun_id order by sort) from favourite where account_id = $2
    ), '[]') as favourites,
    coalesce((
      select json_agg(fun_id order by at desc)
      from (select fun_id, at from recent_function where account_id = $2 order by at desc limit 8) latest
    ), '[]') as recent,
    (
      select count(*)::int from (select from message where account_id = $2 and read_at is null and ${stillSeen} limit 100) few
    ) + ${unreadAnnouncements("$2", "$4")} as unread,
    ${waitingFor("$2", "$4")} as approvals,
    (
      select json_build_object('standing', standing, 'day', expires_on, 'reads', reads_from, 'shuts', shuts_from)
      from own_standing
      where standing in ('warned', 'reading') and expires_on is not null
    ) as contract,
    coalesce((
      select json_object_agg(param_code, param_option) from sys_param where param_code = any ($3::text[])
    ), '{}') as parameters
`;

const shown = ["supportPhone", "onlineConsultUrl", "workbenchFlag", "userCenterTestUrl", "productionOrigin"] as const;
type Shown = Record<(typeof shown)[number], string>;
const defaults = Object.fromEntries(shown.map((code) => [code, parameterDefaults[code]])) as Shown;

interface State {
  tabs: PageTab[];
  favourites: number[];
  recent: number[];
  unread: number;
  approvals: number;
  contract: AnswerOf<typeof shellState>["contract"];
  parameters: Partial<Shown>;
}

const nothing: State = {
  tabs: [],
  favourites: [],
  recent: [],
  unread: 0,
  approvals: 0,
  contract: null,
  parameters: {},
};

const serveState = serve(shellState, async ({ db, caller, now }): Promise<AnswerOf<typeof shellState>> => {
  const values = [caller.sessionRowId, caller.userId, shown, now];
  const [{ parameters, ...found } = nothing] = await prepared<State>(db, stateOf, values);
  return { ...found, ...defaults, ...parameters };
});

/** Writes nothing where nothing changed: pages are opened far more often than tabs. */
const open = `
  insert into page_tab (session_id, path, address, title) values ($1, $2, $3, $4)
  on conflict (corp_code, session_id, path) do update
    set address = excluded.address, title = excluded.title
    where (page_tab.address, page_tab.title) is distinct from (excluded.address, excluded.title)
`;
/** One pressed into a full strip pushes out the oldest, never itself. */
const trim = `
  delete from page_tab
  where session_id = $1
    and place in (
      select place from page_tab where session_id = $1 and path <> $2 order by place desc offset $3
    )
`;

/** A function is used when its tab is opened; noted once a minute at most. */
const use = `
  insert into recent_function (account_id, fun_id, at)
  select $1, id, $3 from fun where enabled and fun_code <> '' and split_part(fun_url, '?', 1) = $2 order by id limit 1
  on conflict (corp_code, account_id, fun_id) do update
    set at = excluded.at
    where recent_function.at < excluded.at - interval '1 minute'
`;

const serveOpen = serve(openTab, async ({ db, caller, now }, { path, address, title }) => {
  await prepared(db, use, [caller.userId, path, now]);
  await prepared(db, open, [caller.sessionRowId, path, address, title]);
  await prepared(db, trim, [caller.sessionRowId, path, tabsAtMost - 1]);
  return {};
});

const close = {
  one: "delete from page_tab where session_id = $1 and path = $2",
  others: "delete from page_tab where session_id = $1 and path <> $2",
  all: "delete from page_tab where session_id = $1 and $2::text is not null",
};
const left = "select path, address, title from page_tab where session_id = $1 order by place";

const serveClose = serve(closeTabs, async ({ db, caller }, { which, path }) => {
  await prepared(db, close[which], [caller.sessionRowId, path]);
  return prepared<PageTab>(db, left, [caller.sessionRowId]);
});

/** By the names of all methods that it may belong to, so that the key's index finds it. */
const done = `
  select from idempotency where account_id = $1 and method = any ($2::text[]) and key = $3 and answer is not null limit 1
`;

const serveWentThrough = serve(wentThrough, async ({ db, caller }, { key }) => {
  const keyed = methods.filter(({ idempotent }) => idempotent).map(({ name }) => name);
  return { done: (await prepared(db, done, [caller.userId, keyed, key])).length > 0 };
});

export const shellServed: Served[] = [serveState, serveOpen, serveClose, serveWentThrough, serveTogether(readTogether)];
