/** Deleting a row of any resource: a page that asks first, and says why when it cannot be. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { inSentence } from "~/contract/in-sentence";
import { m } from "~/contract/messages";
import { RemoveQuestion } from "~/form/remove-question";
import { attempt, done } from "~/form/submission.server";
import { findByPath, leftIn, pagesOf } from "./find-resource.server";
import { isBuiltIn } from "./row-commands.server";

function targetOf({ params, context }: LoaderFunctionArgs) {
  if (!/^[1-9]\d{0,14}$/.test(params.id ?? "")) throw new Response(null, { status: 404 });
  return { resource: findByPath(context.path.split("?")[0] ?? ""), id: Number(params.id) };
}

export async function loader(args: LoaderFunctionArgs) {
  const { resource, id } = targetOf(args);
  const { record } = await args.context.dispatch.call(resource.methods.get, { id });
  if (!record) throw new Response(null, { status: 404 });
  const label = String(record[resource.nameField] ?? id);
  const kept = isBuiltIn(resource, record);
  return data(
    {
      title: m.engine_remove_title({ title: inSentence(resource.title()) }),
      question: kept ? m.engine_built_in({ label }) : m.engine_remove_question({ label }),
      back: pagesOf(resource, leftIn(args.context)).detail(id),
      kept,
    },
    kept ? 409 : 200,
  );
}

export async function action(args: ActionFunctionArgs) {
  const { resource, id } = targetOf(args);
  const { context } = args;
  const removed = await attempt(
    context,
    () => context.dispatch.call(resource.methods.remove, { id }),
    m.error_remove_title(),
  );
  if (!removed.ok) return data({ notice: removed.refusal.notice }, removed.refusal.status);
  return done(context, pagesOf(resource, leftIn(context)).back, "removed");
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function ResourceRemove() {
  const asked = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return <RemoveQuestion {...asked} notice={answer?.notice} />;
}
