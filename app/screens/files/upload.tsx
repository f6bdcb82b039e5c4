/** The image upload dialog, as a page: pictures are sent, looked at, removed, and stay once the form is submitted. */
import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import type { FieldErrors, Notice } from "~/contract/errors";
import { type Accept, mostFiles, pathsOf } from "~/contract/files";
import { m } from "~/contract/messages";
import { keepFiles } from "~/contract/platform/stored-file";
import { FormNotice } from "~/form/form-notice";
import { attempt } from "~/form/submission.server";
import { type Named, named, takeFiles } from "~/form/uploads.server";
import { thumbnailOf } from "~/widgets/file-links";
import { FileInput } from "~/widgets/upload/file-input";

interface View {
  accept: Accept;
  most: number;
  files: Named[];
  /** Submitted: they stay. */
  kept: boolean;
  errors: FieldErrors;
  notice: Notice | null;
}

export const meta: MetaFunction = () => [{ title: m.files_dialog_title() }];

/** `?count=3` takes so many; `?accept=file` other files than pictures. */
function askedFor(request: Request): { accept: Accept; most: number } {
  const { searchParams } = new URL(request.url);
  const accept = searchParams.get("accept");
  const count = Number(searchParams.get("count") ?? mostFiles);
  return {
    accept: accept === "file" || accept === "media" ? accept : "image",
    most: Number.isInteger(count) && count >= 1 && count <= mostFiles ? count : mostFiles,
  };
}

export async function loader({ request }: LoaderFunctionArgs): Promise<View> {
  return { ...askedFor(request), files: [], kept: false, errors: {}, notice: null };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const asked = askedFor(request);
  const form = await request.formData();
  const problem = await takeFiles(context, form, "files", asked);
  const paths = pathsOf(String(form.get("files") ?? ""));
  const answer = async (more: Partial<View>, status = 200) =>
    data({ ...asked, files: await named(context, paths), kept: false, errors: {}, notice: null, ...more }, status);
  if (problem) return answer({ errors: { files: [problem] } }, 422);
  if (paths.length === 0) return answer({ errors: { files: [m.files_none()] } }, 422);
  if (form.get("intent") !== "submit") return answer({});
  return keep(context, paths, answer);
}

async function keep(
  context: AppLoadContext,
  paths: string[],
  answer: (more: Partial<View>, status?: number) => Promise<unknown>,
) {
  const kept = await attempt(context, () => context.dispatch.call(keepFiles, { paths }));
  if (!kept.ok) return answer({ errors: kept.refusal.errors, notice: kept.refusal.notice }, kept.refusal.status);
  return answer({ kept: true });
}

export default function UploadPictures() {
  const loaded = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>() as View | undefined;
  const view = answered ?? loaded;
  const busy = useNavigation().state !== "idle";
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.files_dialog_title()}</h1>
      </header>
      <FormNotice notice={view.notice} />
      {view.kept ? (
        <Kept files={view.files} />
      ) : (
        <Form method="post" encType="multipart/form-data" className="panel" aria-busy={busy}>
          <FileInput
            name="files"
            label={m.files_pictures()}
            accept={view.accept}
            most={view.most}
            files={view.files}
            error={view.errors.files?.[0]}
          />
          <div className="actions">
            <button className="button" name="intent" value="add" disabled={busy}>
              {m.files_upload()}
            </button>
            <button className="button button-primary" name="intent" value="submit" disabled={busy}>
              {m.files_submit()}
            </button>
          </div>
        </Form>
      )}
    </div>
  );
}

function Kept({ files }: { files: Named[] }) {
  return (
    <section className="panel">
      <p className="notice notice-good" role="status">
        {m.files_kept({ n: files.length })}
      </p>
      <ul className="upload-files">
        {files.map(({ path, name }) => (
          <li key={path} className="upload-item">
            <a href={path}>
              <img src={thumbnailOf(path)} alt={name} loading="lazy" />
            </a>
            <code className="upload-address">{path}</code>
          </li>
        ))}
      </ul>
      <p>
        <a className="button" href="/upload">
          {m.files_more()}
        </a>
      </p>
    </section>
  );
}
