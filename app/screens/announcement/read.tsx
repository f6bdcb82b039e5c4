/** An announcement as its reader has it (`/message/announcement/7`), with the receipt: "I have read it". */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { announcementConfirm, announcementOpen } from "~/contract/announcement/announcement";
import { m } from "~/contract/messages";
import { attempt, done } from "~/form/submission.server";
import { Link } from "~/widgets/link";
import { ContentPanel } from "~/widgets/rich-text/content-panel";
import { richText } from "~/widgets/rich-text/rich-text.server";
import { idIn } from "../query.server";

export const handle = { menu: "/message" };

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { body, ...shown } = await context.dispatch.call(announcementOpen, { id: idIn(params) });
  return { ...shown, html: richText(body) };
}

export async function action({ params, context }: ActionFunctionArgs) {
  const tried = await attempt(context, () => context.dispatch.call(announcementConfirm, { id: idIn(params) }));
  if (!tried.ok) return data({ notice: tried.refusal.notice }, tried.refusal.status);
  return done(context, context.path, { text: m.announce_did_confirm() });
}

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => [{ title: shown?.title ?? "" }];

export default function AnnouncementRead() {
  const { title, by, at, until, important, html, readAt } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>
          {title} {important && <small className="badge badge-warn">{m.announce_important()}</small>}
        </h1>
        <div className="toolbar">
          <Link className="button" to="/message">
            {m.announce_back()}
          </Link>
        </div>
      </header>
      {answer?.notice && (
        <p className="notice notice-bad" role="alert">
          {answer.notice.message}
        </p>
      )}
      <article className="panel" aria-label={title}>
        <p className="dim">
          {m.announce_by({ by, at })}
          {until !== "" && ` · ${m.announce_until_at({ at: until })}`}
        </p>
        <ContentPanel html={html} />
      </article>
      {readAt !== "" && <p role="status">{m.announce_confirmed({ at: readAt })}</p>}
      {readAt === "" && (
        <Form method="post">
          <button className="button button-primary">{m.announce_confirm()}</button>
        </Form>
      )}
    </div>
  );
}
