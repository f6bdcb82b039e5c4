/** How a task runs, on its page. */
import { m } from "../../contract/messages";
import { employeeAccount } from "../../contract/platform/employee-account";
import { operator } from "../../contract/platform/operator";
import { scheduleRuns } from "../../contract/platform/schedule";
import { scheduleWords } from "../../contract/platform/schedule-words";
import type { Dot } from "../home-block";
import { rowBlocks } from "../row-block";

const operators = operator.path;

export const employeeRow = rowBlocks(employeeAccount, ({ account, makes, switches }, id) => {
  if (!account) {
    const make = makes ? [{ text: m.org_account_make(), to: `${operators}/new?employeeId=${id}` }] : [];
    return [{ kind: "rows", title: m.org_account(), none: m.org_account_none(), rows: make }];
  }
  const page = `${operators}/${account.id}`;
  const on = account.status === "T";
  return [
    {
      kind: "rows",
      title: m.org_account(),
      none: "",
      rows: [
        {
          text: account.accName,
          note: account.roles || m.org_account_no_roles(),
          value: on ? m.org_account_on() : m.org_account_off(),
          ...(!on && { tone: "warn" as const }),
          to: page,
        },
        { text: m.org_account_seen(), value: account.seen || m.org_account_never() },
        ...(switches
          ? [
              {
                text: on ? m.org_account_disable() : m.org_account_enable(),
                to: `${page}/${on ? "suspend" : "resume"}`,
              },
            ]
          : []),
      ],
    },
  ];
});

const tones: Readonly<Record<string, Dot["tone"]>> = { done: "good", failed: "bad" };

export const scheduleRow = rowBlocks(scheduleRuns, ({ cron, next, runs }) => {
  const last = runs.at(-1);
  return [
    {
      kind: "figures",
      title: m.jobs_task_title(),
      figures: [
        { label: m.jobs_cron(), value: scheduleWords(cron) },
        { label: m.thing_next_run(), value: next === "" ? "—" : next.slice(5, 16) },
        { label: m.jobs_last_run(), value: last ? last.at.slice(5, 16) : "—", note: last?.label },
      ],
    },
    {
      kind: "dots",
      title: m.thing_runs(),
      none: m.thing_no_runs(),
      dots: runs.map(({ id, at, state, label, seconds }) => ({
        title: [
          at.slice(5, 16),
          label,
          seconds === null ? "" : m.thing_seconds({ n: Math.max(1, Math.round(seconds)) }),
        ]
          .filter(Boolean)
          .join(" · "),
        tone: tones[state] ?? "calm",
        to: `/schedule/dispatchTaskLogInfo/${id}`,
      })),
    },
  ];
});
