/** The form of an order's own fields: the engine's, over fields that the corp alone knows. */
import { type AppLoadContext, data, type LoaderFunctionArgs } from "@remix-run/node";
import type { FieldErrors, Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import { offlineOrder } from "~/contract/order/order-lists";
import { orderOwn, orderOwnSave } from "~/contract/order/own";
import { ownBeside, ownOf, ownUnder, withOwn } from "~/contract/own-fields";
import type { AnyResource } from "~/contract/resource";
import { attempt, done, readForm, type Typed, typedOf } from "~/form/submission.server";
import { formSchema } from "~/resource/form-schema.server";
import { takeUploads } from "~/resource/form-uploads.server";
import { type FormView, formFields, formView, isPosted, type Loaded, type Row } from "~/resource/form-view.server";
import { idFrom } from "~/screens/query.server";

interface Asked extends Loaded {
  id: number;
  page: string;
  title: string;
}

async function load(context: AppLoadContext, id: number): Promise<Asked> {
  const { orderNo, offline, rowVersion, fields, values, options } = await context.dispatch.call(orderOwn, { id });
  const record = { id, orderNo, rowVersion, own: values };
  const page = `${offline ? "/offlineOrderDetail" : "/networkOrderDetail"}?id=${id}`;
  const { own } = offlineOrder.fields;
  const subject = { ...offlineOrder, fields: { own }, sections: [], pages: { detail: page } } as never as AnyResource;
  return {
    ...{ id, page, options, title: m.own_of_order({ no: orderNo }) },
    resource: withOwn(subject, fields, record),
    record: ownBeside(record) as Row,
  };
}

interface Said {
  typed: Typed | null;
  draft?: boolean;
  errors: FieldErrors;
  notice: Notice | null;
}

async function shown(context: AppLoadContext, asked: Asked, said: Said): Promise<FormView> {
  const view = await formView(context, asked, said);
  return { ...view, title: asked.title, back: asked.page, list: asked.page };
}

export async function loadOwn({ request, context }: LoaderFunctionArgs): Promise<FormView> {
  const asked = await load(context, idFrom(request, "id"));
  return shown(context, asked, { typed: context.takeDraft(), draft: true, errors: {}, notice: null });
}

export async function saveOwn({ request, context }: LoaderFunctionArgs) {
  const asked = await load(context, idFrom(request, "id"));
  const fields = await request.formData();
  const all = formFields(asked.resource);
  const unsent = await takeUploads(context, all, fields);
  const typed = typedOf(fields);
  const posted = all.filter(([, field]) => isPosted(context, field, false));
  const form = readForm(fields, formSchema(posted, typed), { coerce: false });
  const refuse = async (errors: FieldErrors, notice: Notice | null, status: number) =>
    data(await shown(context, asked, { typed, errors, notice }), status);
  if (!form.ok) return refuse({ ...form.errors, ...unsent }, null, 422);
  if (Object.keys(unsent).length > 0) return refuse(unsent, null, 422);
  const rowVersion = /^\d{1,15}$/.test(typed.rowVersion ?? "") ? { rowVersion: Number(typed.rowVersion) } : {};
  const own = ownOf(ownUnder(form.value)) as Record<string, string | number | null>;
  const saved = await attempt(
    context,
    () => context.dispatch.call(orderOwnSave, { id: asked.id, own, ...rowVersion }),
    m.error_save_title(),
  );
  if (saved.ok) return done(context, asked.page, "saved");
  return refuse(saved.refusal.errors, saved.refusal.notice, saved.refusal.status);
}
