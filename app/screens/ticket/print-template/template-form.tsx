/** A print template (`/ticketConfig/printTemplate/7/edit`): the engine's form with a preview beside it. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import ResourceForm from "~/resource/form";
import { type FormView, loadForm, saveForm } from "~/resource/load-form.server";
import { layoutOf } from "./layout-of-form";
import { inputOf, moved, stepOf, steps } from "./move-element";
import { sampleValues } from "./sample-values.server";
import { TemplatePreview } from "./template-preview";
import "./print-template.css";

export { shouldRevalidate } from "~/resource/form";

export const handle = { menu: "/ticketConfig/printTemplate" };

export async function loader(args: LoaderFunctionArgs) {
  return { ...(await loadForm(args)), sample: sampleValues() };
}

export const action = (args: ActionFunctionArgs) => saveForm(args, moveElement);

/** `move:left` and the like change the texts of the form and draw it again; nothing is saved. */
function moveElement(form: FormData): void {
  const text = (name: string) => String(form.get(name) ?? "");
  const [verb, way = ""] = text("intent").split(":");
  const step = Object.hasOwn(steps, way) ? steps[way] : undefined;
  if (verb !== "move" || !step) return;
  form.set("intent", "refresh");
  const texts = Object.fromEntries(
    [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
  const place = Number(text("moveElement")) - 1;
  const by = stepOf(text("moveStep"));
  const layout = layoutOf(texts, []);
  const to = layout && moved(layout, place, [step[0] * by, step[1] * by]);
  if (to) for (const [field, value] of Object.entries(to)) form.set(inputOf(place, field), value);
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function TemplateForm() {
  const { sample, ...loaded } = useLoaderData<typeof loader>();
  const answered = useActionData() as FormView | undefined;
  const view = answered ?? (loaded as FormView);
  return (
    <div className="print-editor">
      <ResourceForm />
      {!view.search && <TemplatePreview view={view} values={sample} controls={{ element: "1", step: "1" }} />}
    </div>
  );
}
