/** Exporting a list: says how much it will be, and asks first. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { loadExport } from "./load-export.server";

export const loader = (args: LoaderFunctionArgs) => loadExport(args);
export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function ResourceExport() {
  const { title, question, back, file } = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>{title}</h1>
      </header>
      <div className="panel">
        <p>{question}</p>
        <div className="actions">
          <Link className="button" to={back} discover="none">
            {m.engine_back()}
          </Link>
          {file && (
            <a className="button button-primary" href={file} download>
              {m.engine_download()}
            </a>
          )}
        </div>
      </div>
    </div>
  );
}
