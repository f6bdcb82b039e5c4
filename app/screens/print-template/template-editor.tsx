/** The engine's form of a print template with the preview beside it. */
import { useActionData, useLoaderData } from "@remix-run/react";
import ResourceForm from "~/resource/form";
import type { FormView } from "~/resource/load-form.server";
import { TemplatePreview } from "./template-preview";
import type { PrintValues } from "./template-sheet";
import "./print-template.css";

export function TemplateEditor() {
  const { sample, ...loaded } = useLoaderData() as FormView & { sample: PrintValues };
  const answered = useActionData() as FormView | undefined;
  const view = answered ?? (loaded as FormView);
  return (
    <div className="print-editor">
      <ResourceForm />
      {!view.search && <TemplatePreview view={view} values={sample} controls={{ element: "1", step: "1" }} />}
    </div>
  );
}
