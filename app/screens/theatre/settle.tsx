/** A session is cancelled (`/theatre/sessionList/:id/settle`): its tickets move to another session or go back, and what came of each. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import type { AnswerOf } from "~/contract/method";
import { theatreSettle, theatreSettleForm } from "~/contract/theatre/settle";
import { Field } from "~/form/field";
import { attempt, done, typedOf } from "~/form/submission.server";
import { idIn } from "~/screens/query.server";
import { Link } from "~/widgets/link";
import { TableFrame } from "~/widgets/table-frame";
import { keyOf } from "../card/counter-form.server";
import { LookForm, Named, SessionFrame, sessionList } from "./look-then-do";
import { idOf } from "./sale-press.server";

/** All of them, with whom to call, as a list that is exported. */
const theatreMovePath = "/theatre/settledTickets";
const pathOf = (id: number) => `${sessionList}/${id}/settle`;

export const handle = { menu: sessionList };
export const meta: MetaFunction<typeof loader> = ({ data: page }) => [
  { title: page ? m.theatre_settle_of({ session: page.name }) : m.theatre_settle() },
];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const toSessionId = idOf(new URL(request.url).searchParams.get("to"));
  const wish = { sessionId: idIn(params), ...(toSessionId !== undefined && { toSessionId }) };
  return { ...(await context.dispatch.call(theatreSettleForm, wish)), key: crypto.randomUUID() };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const sessionId = idIn(params);
  const form = await request.formData();
  const typed = typedOf(form);
  const toSessionId = typed.intent === "move" ? (idOf(form.get("to")) ?? 0) : undefined;
  const wish = {
    ...{ sessionId, reason: (typed.reason ?? "").trim(), idempotencyKey: keyOf(typed) },
    ...(toSessionId !== undefined && { toSessionId }),
  };
  const tried = await attempt(context, () => context.dispatch.call(theatreSettle, wish));
  if (!tried.ok) {
    const { notice, errors, status } = tried.refusal;
    return data({ notice, errors, typed }, status);
  }
  return done(context, pathOf(sessionId), { text: m.theatre_settle_started({ n: tried.value.tickets }) });
}

type Page = AnswerOf<typeof theatreSettleForm>;

export default function Settle() {
  const page = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const { id, name, startsAt, hallName, open, refunding, busy } = page;
  return (
    <SessionFrame id={id} title={m.theatre_settle_of({ session: name })} answered={answered}>
      <section className="panel">
        <p>
          {startsAt.slice(0, 16)} · {hallName} · {m.theatre_settle_open()} <strong>{open}</strong>
          {refunding > 0 && (
            <>
              {" "}
              · {m.theatre_settle_refunding()} {refunding}
            </>
          )}
        </p>
        {page.reason !== "" && (
          <p>
            {m.theatre_settle_reason()} {page.reason}
          </p>
        )}
        {busy && <p role="status">{m.theatre_settle_running()}</p>}
      </section>
      {!busy && (open > 0 || page.status !== "cancelled") && (
        <Choice page={page} typed={answered?.typed ?? {}} errors={answered?.errors ?? {}} idempotencyKey={page.key} />
      )}
      {page.rows.length > 0 && <Done page={page} />}
    </SessionFrame>
  );
}

interface ChoiceProps {
  page: Page;
  typed: Record<string, string>;
  errors: Record<string, string[]>;
  idempotencyKey: string;
}

function Choice({ page, typed, errors, idempotencyKey }: ChoiceProps) {
  const { id, sessions, preview, status } = page;
  const isNew = status !== "cancelled";
  return (
    <section className="panel">
      <p className="dim">{m.theatre_settle_help()}</p>
      {sessions.length === 0 && <p>{m.theatre_settle_none()}</p>}
      {sessions.length > 0 && (
        <LookForm
          path={pathOf(id)}
          label={m.theatre_settle_to()}
          press={m.theatre_settle_look()}
          choices={sessions}
          chosen={preview?.toSessionId}
        />
      )}
      {preview && <Preview preview={preview} />}
      <Form method="post" action={`${pathOf(id)}${preview ? `?to=${preview.toSessionId}` : ""}`} preventScrollReset>
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        {preview && <input type="hidden" name="to" value={preview.toSessionId} />}
        {isNew && (
          <Field name="reason" label={m.theatre_settle_reason()} errors={errors.reason}>
            <input className="input" maxLength={200} defaultValue={typed.reason} required />
          </Field>
        )}
        <div className="actions">
          {preview && preview.moves > 0 && (
            <button className="button button-primary" name="intent" value="move">
              {isNew ? m.theatre_settle_move() : m.theatre_settle_move_rest()}
            </button>
          )}
          <button className="button button-danger" name="intent" value="refund">
            {isNew ? m.theatre_settle_refund() : m.theatre_settle_refund_rest()}
          </button>
        </div>
      </Form>
    </section>
  );
}

function Preview({ preview }: { preview: NonNullable<Page["preview"]> }) {
  const { moves, stays, more, aside, released, moreReleased } = preview;
  return (
    <>
      <p role="status">
        <strong>{m.theatre_settle_preview({ moves, stays: stays.length + more })}</strong>
      </p>
      <Named title={m.theatre_settle_stays()} names={stays} more={more > 0 ? m.theatre_settle_more({ n: more }) : ""} />
      {aside + released.length > 0 && (
        <p>{m.theatre_settle_aside({ aside, released: released.length + moreReleased })}</p>
      )}
      <Named
        title={m.theatre_settle_released()}
        names={released}
        more={moreReleased > 0 ? m.theatre_settle_more_seats({ n: moreReleased }) : ""}
      />
    </>
  );
}

const words = { moved: m.theatre_moved, left: m.theatre_left, refunded: m.theatre_given_back };

function Done({ page: { id, rows, moved, left, refunded, told, silent } }: { page: Page }) {
  const total = moved + left + refunded;
  return (
    <section className="panel" aria-labelledby="settle-done">
      <h2 id="settle-done">{m.theatre_settle_done()}</h2>
      <p>{m.theatre_settle_counts({ moved, left, refunded })}</p>
      <p>
        {m.theatre_settle_told({ told, silent })}{" "}
        <Link className="button" to={`${theatreMovePath}?sessionId=${id}`}>
          {m.theatre_settle_whom()}
        </Link>
      </p>
      <TableFrame label={m.theatre_settle_done()}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{m.theatre_ticket_no()}</th>
              <th scope="col">{m.theatre_settle_from()}</th>
              <th scope="col">{m.status()}</th>
              <th scope="col">{m.theatre_settle_new()}</th>
              <th scope="col">{m.theatre_settle_session()}</th>
              <th scope="col">{m.theatre_settle_note()}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.ticketNo}>
                <th scope="row">{row.ticketNo}</th>
                <td>{row.from}</td>
                <td>{words[row.state]()}</td>
                <td>{row.to}</td>
                <td>{row.state === "moved" ? row.session : ""}</td>
                <td>{row.note}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
      {total > rows.length && <p className="dim">{m.theatre_settle_more({ n: total - rows.length })}</p>}
    </section>
  );
}
