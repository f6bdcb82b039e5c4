/** An entry of the function tree: new (`/application/menuManage/new?parent=200`) or edited (`…/201/edit`). */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { menuFields, menuSave, menuTree } from "~/contract/platform/menu";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import { attempt, done, readForm, type Typed } from "~/form/submission.server";
import { idIn } from "~/screens/query.server";
import { Link } from "~/widgets/link";
import { type MenuControl, menuForm } from "./menu-form-view.server";

const list = "/application/menuManage";
export const handle = { menu: list };

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const id = params.id === undefined ? null : idIn(params);
  const nodes = await context.dispatch.call(menuTree, {});
  const parent = new URL(request.url).searchParams.get("parent") ?? "";
  const view = menuForm(nodes, id, parent, context.preferences.locale === "en");
  if (!view) throw new Response(null, { status: 404 });
  const draft = context.takeDraft();
  return draft ? { ...view, typed: { ...view.typed, ...draft } } : view;
}

/** Texts as a form posts them; what is left out is empty. */
const posted = menuFields.extend({
  parentId: z.preprocess((text) => Number(text ?? 0), menuFields.shape.parentId),
  rowVersion: z.coerce.number().int().min(0).max(1e9).optional(),
});

export async function action({ params, request, context }: ActionFunctionArgs) {
  const id = params.id === undefined ? null : idIn(params);
  const form = await request.formData();
  for (const name of Object.keys(menuFields.shape)) if (!form.has(name)) form.set(name, name === "useFlag" ? "F" : "");
  const read = readForm(form, z.preprocess(emptyForAbsent, posted), { coerce: false });
  if (!read.ok) return refuse(read.typed, read.errors, 422);
  const { rowVersion, ...fields } = read.value;
  const target = id === null ? {} : { id, ...(rowVersion !== undefined && { rowVersion }) };
  const saved = await attempt(context, () => context.dispatch.call(menuSave, { ...fields, ...target }));
  if (!saved.ok) return refuse(read.typed, saved.refusal.errors, saved.refusal.status, saved.refusal.notice);
  return done(context, `${list}#menu-${saved.value.id}`, "saved");
}

/** An empty input posts nothing to the schema; here empty is a value. */
function emptyForAbsent(value: unknown): unknown {
  const blank = Object.fromEntries(Object.keys(menuFields.shape).map((name) => [name, ""]));
  return { ...blank, ...(value as object) };
}

function refuse(
  typed: Typed,
  errors: FieldErrors,
  status: number,
  notice: { title: string; message: string } | null = null,
) {
  return data({ typed, errors, notice }, status);
}

export default function MenuForm() {
  const view = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const busy = useNavigation().state !== "idle";
  const typed: Typed = answer?.typed ?? view.typed;
  const errors: FieldErrors = answer?.errors ?? {};
  return (
    <div className="page">
      <header className="page-head">
        <h1>{view.title}</h1>
      </header>
      <FormNotice notice={answer?.notice} errors={errors} />
      <Form method="post" className="panel" aria-busy={busy} noValidate>
        <input type="hidden" name="rowVersion" value={typed.rowVersion ?? ""} />
        <div className="form-grid">
          {view.controls.map((control) => (
            <Field
              key={control.name}
              name={control.name}
              label={control.label}
              help={control.help || undefined}
              errors={errors[control.name]}
              required={control.required}
            >
              <Control control={control} value={typed[control.name] ?? ""} />
            </Field>
          ))}
        </div>
        <p className="dim">{m.system_menu_frames_help()}</p>
        <div className="actions">
          <button className="button button-primary" disabled={busy}>
            {m.engine_save()}
          </button>
          <Link className="button" to={list}>
            {m.engine_cancel()}
          </Link>
        </div>
      </Form>
    </div>
  );
}

/** Field gives it its id, name and what it is described by. */
function Control({ control, value, ...field }: { control: MenuControl; value: string }) {
  if (control.options)
    return (
      <select className="input" defaultValue={value} {...field}>
        {control.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    );
  return (
    <input
      className="input"
      defaultValue={value}
      maxLength={control.max}
      readOnly={control.fixed}
      autoComplete="off"
      {...field}
    />
  );
}
