/** What of the messages comes by mail (`/message/mail`): the caller's own address, and a choice by kind. */
import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import type { FieldErrors, Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import {
  codeMinutes,
  mailedKinds,
  mailWays,
  messageMailbox,
  messageMailboxAsk,
  messageMailboxConfirm,
  messageMailboxRemove,
  messageMailboxSave,
} from "~/contract/messaging/mailbox";
import { mailSettingsPath as path } from "~/contract/messaging/stop-page";
import { messageList } from "~/contract/platform/message";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import { attempt, done, type Refused } from "~/form/submission.server";
import { TableFrame } from "~/widgets/table-frame";
import { kindNames } from "./kind-names";
import { MessageTabs } from "./message-tabs";

const wayNames = {
  console: m.messaging_way_console,
  mail: m.messaging_way_mail,
  digest: m.messaging_way_digest,
} as const;

export const meta: MetaFunction = () => [{ title: m.messaging_title() }];

export async function loader({ context }: LoaderFunctionArgs) {
  const [{ ways, ...rest }, { otherData }] = await Promise.all([
    context.dispatch.call(messageMailbox, {}),
    context.dispatch.call(messageList, { pageSize: 1 }),
  ]);
  return {
    ...rest,
    approvals: otherData.approvals,
    ways: mailWays.map((value) => ({ value, label: wayNames[value]() })),
    kinds: mailedKinds.map((kind) => ({ kind, name: kindNames[kind](), now: ways[kind as keyof typeof ways] })),
    hours: Array.from({ length: 24 }, (_, hour) => ({ hour, label: m.messaging_hour({ hour }) })),
  };
}

type Answer = { at: string; notice: Notice | null; errors: FieldErrors; typed: string };

const refused = (at: string, { notice, errors, status }: Refused, typed = "") =>
  data({ at, notice, errors, typed } satisfies Answer, status);

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  switch (text("intent")) {
    case "ask":
      return ask(context, text("address"));
    case "confirm":
      return confirm(context, text("code"));
    case "remove": {
      const removed = await attempt(
        context,
        () => context.dispatch.call(messageMailboxRemove, {}),
        m.error_remove_title(),
      );
      return removed.ok ? done(context, path, { text: m.messaging_removed() }) : refused("address", removed.refusal);
    }
    case "save": {
      const given = chosen.safeParse({
        ways: Object.fromEntries(mailedKinds.map((kind) => [kind, text(`way.${kind}`)])),
        digestHour: text("digestHour"),
      });
      if (!given.success) throw new Response(null, { status: 400 });
      const saved = await attempt(
        context,
        () => context.dispatch.call(messageMailboxSave, given.data),
        m.error_save_title(),
      );
      return saved.ok ? done(context, path, { text: m.messaging_saved() }) : refused("ways", saved.refusal);
    }
    default:
      throw new Response(null, { status: 400 });
  }
}

const way = z.enum(mailWays);
const chosen = z.object({
  ways: z.object({ notice: way, approval: way, stock: way, expiry: way, task: way, announcement: way }),
  digestHour: z.coerce.number().int().min(0).max(23),
});

async function ask(context: AppLoadContext, address: string) {
  const asked = await attempt(context, () => context.dispatch.call(messageMailboxAsk, { address }));
  if (!asked.ok) return refused("address", asked.refusal, address);
  return done(context, path, { text: m.messaging_code_sent({ address, minutes: codeMinutes }) });
}

async function confirm(context: AppLoadContext, code: string) {
  const tried = await attempt(context, () => context.dispatch.call(messageMailboxConfirm, { code }));
  if (!tried.ok) return refused("code", tried.refusal, code);
  const { right, left } = tried.value;
  if (right) return done(context, path, { text: m.messaging_confirmed() });
  const errors = { code: [left > 0 ? m.messaging_code_wrong({ n: left }) : m.messaging_code_used_up()] };
  return data({ at: "code", notice: null, errors, typed: code } satisfies Answer, 422);
}

export default function MailSettings() {
  const { approvals, offered, problem } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as Answer | undefined;
  return (
    <div className="page">
      <div className="page-head">
        <h1>{m.messaging_title()}</h1>
      </div>
      <div className="toolbar message-filters">
        <MessageTabs approvals={approvals} />
      </div>
      <p className="dim">{m.messaging_lead()}</p>
      <FormNotice notice={answer?.notice} errors={answer?.errors} />
      {!offered && <p className="notice notice-warn">{m.messaging_no_server()}</p>}
      {problem && <p className="notice notice-warn">{m.messaging_problem({ problem })}</p>}
      <Address answer={answer} />
      <Kinds />
    </div>
  );
}

function Address({ answer }: { answer: Answer | undefined }) {
  const { offered, address, asked } = useLoaderData<typeof loader>();
  const typed = (at: string) => (answer?.at === at ? answer.typed : "");
  return (
    <section className="panel form-narrow" aria-labelledby="mail-address">
      <h2 id="mail-address">{m.messaging_address()}</h2>
      {address ? (
        <Form method="post" className="toolbar">
          <p>
            {m.messaging_address_is()} <strong>{address}</strong>
          </p>
          <button className="button" name="intent" value="remove">
            {m.messaging_remove()}
          </button>
        </Form>
      ) : (
        <p className="dim">{m.messaging_address_none()}</p>
      )}
      {asked && (
        <Form method="post">
          <Field
            name="code"
            label={m.messaging_code()}
            help={m.messaging_code_help({ address: asked })}
            errors={answer?.errors.code}
            required
          >
            <input
              className="input"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={20}
              defaultValue={typed("code")}
            />
          </Field>
          <p className="actions">
            <button className="button button-primary" name="intent" value="confirm">
              {m.messaging_confirm()}
            </button>
          </p>
        </Form>
      )}
      {offered && (
        <Form method="post">
          <Field
            name="address"
            label={address ? m.messaging_address_new() : m.messaging_address_first()}
            errors={answer?.errors.address}
            required
          >
            <input
              className="input"
              type="email"
              autoComplete="email"
              maxLength={100}
              defaultValue={typed("address") || asked}
            />
          </Field>
          <p className="actions">
            <button className={asked ? "button" : "button button-primary"} name="intent" value="ask">
              {m.messaging_send_code()}
            </button>
          </p>
        </Form>
      )}
    </section>
  );
}

function Kinds() {
  const { address, kinds, ways, hours, digestHour } = useLoaderData<typeof loader>();
  return (
    <Form method="post" className="panel form-narrow">
      <h2>{m.messaging_kinds()}</h2>
      {!address && <p className="notice">{m.messaging_unconfirmed()}</p>}
      <TableFrame label={m.messaging_kinds()}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{m.messaging_kind()}</th>
              {ways.map(({ value, label }) => (
                <th scope="col" key={value}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {kinds.map(({ kind, name, now }) => (
              <tr key={kind}>
                <th scope="row">{name}</th>
                {ways.map(({ value, label }) => (
                  <td key={value}>
                    <input
                      type="radio"
                      name={`way.${kind}`}
                      value={value}
                      defaultChecked={value === now}
                      aria-label={`${name} ${label}`}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
      <p className="dim">{m.messaging_kinds_help()}</p>
      <Field name="digestHour" label={m.messaging_digest_hour()} help={m.messaging_digest_hour_help()}>
        <select className="input" defaultValue={digestHour}>
          {hours.map(({ hour, label }) => (
            <option key={hour} value={hour}>
              {label}
            </option>
          ))}
        </select>
      </Field>
      <p className="actions">
        <button className="button button-primary" name="intent" value="save">
          {m.messaging_save()}
        </button>
      </p>
    </Form>
  );
}
