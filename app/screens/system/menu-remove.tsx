/** Deleting an entry that was made here (`/application/menuManage/100001/remove`): asks first. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { titlesOf } from "~/contract/function-title";
import { m } from "~/contract/messages";
import { menuRemove, menuTree } from "~/contract/platform/menu";
import { RemoveQuestion } from "~/form/remove-question";
import { attempt, done } from "~/form/submission.server";
import { idIn } from "~/screens/query.server";

const list = "/application/menuManage";
export const handle = { menu: list };

export const meta: MetaFunction = () => [{ title: m.engine_remove_title({ title: m.system_menu() }) }];

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idIn(params);
  const node = (await context.dispatch.call(menuTree, {})).find((one) => one.id === id);
  if (!node) throw new Response(null, { status: 404 });
  return { question: m.engine_remove_question({ label: titlesOf(node.funName)[0] }) };
}

export async function action({ params, context }: ActionFunctionArgs) {
  const id = idIn(params);
  const removed = await attempt(context, () => context.dispatch.call(menuRemove, { id }));
  if (!removed.ok) return data({ notice: removed.refusal.notice }, removed.refusal.status);
  return done(context, list, "removed");
}

export default function MenuRemove() {
  const { question } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <RemoveQuestion
      title={m.engine_remove_title({ title: m.system_menu() })}
      question={question}
      back={list}
      notice={answer?.notice}
    />
  );
}
