/** An item as a reader will have it (`/cms/model/item/7/preview`), and what readers see at this moment. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { contentPreview } from "~/contract/content/item";
import { m } from "~/contract/messages";
import { Link } from "~/widgets/link";
import { ContentPanel } from "~/widgets/rich-text/content-panel";
import { richText } from "~/widgets/rich-text/rich-text.server";
import { idIn } from "../query.server";
import "./preview.css";

export const handle = { menu: "/cms/model/item" };

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idIn(params);
  const { body, version, changed, ...shown } = await context.dispatch.call(contentPreview, { id });
  return {
    ...shown,
    id,
    heading: m.content_preview_of({ title: shown.title }),
    html: richText(body),
    /** Where readers have another text than the one below. */
    other: changed && version ? { ...version, words: m.content_preview_other({ number: version.number }) } : null,
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.heading ?? "" }];

export default function ContentPreview() {
  const { id, heading, title, model, summary, cover, html, values, shows, other } = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>{heading}</h1>
        <div className="toolbar">
          <Link className="button" to={`/cms/model/item/${id}`}>
            {m.content_back()}
          </Link>
        </div>
      </header>
      <p role="status">{m.content_preview_shows({ shows })}</p>
      {other && (
        <p>
          <Link to={`/cms/model/version/${other.id}`}>{other.words}</Link>
        </p>
      )}
      <article className="panel content-preview" aria-labelledby="content-title">
        <h2 id="content-title">{title}</h2>
        <p className="content-preview-summary">{summary === "" ? model : `${model} · ${summary}`}</p>
        {cover !== "" && <img className="content-preview-cover" src={cover} alt="" />}
        {html === "" ? <p className="empty">{m.content_no_body()}</p> : <ContentPanel html={html} />}
        {values.length > 0 && (
          <dl className="facts">
            {values.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </article>
    </div>
  );
}
