/** Corrections of payment types (`/dataBase/payTypeModify`): the search for a payment, and under it the engine's list of corrections. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { payTypeCorrection } from "~/contract/order/pay-type";
import { commandList, loadList } from "~/resource/load-list.server";
import { ListFrame } from "~/resource/parts/list-frame";
import { loadPayTypeSearch } from "./load-pay-type-search.server";
import { PayTypeSearch } from "./pay-type-search";

export const meta: MetaFunction = () => [{ title: m.fun_pay_type_modify() }];

export async function loader(args: LoaderFunctionArgs) {
  // The filters of the list are not those of the search.
  const request = new Request(new URL(new URL(args.request.url).pathname, args.request.url));
  const [list, { nameOf: _, ...search }] = await Promise.all([
    loadList(args, payTypeCorrection),
    loadPayTypeSearch({ ...args, request }),
  ]);
  return { list, search };
}

export const action = (args: ActionFunctionArgs) => commandList(args, payTypeCorrection);

export default function PayTypeList() {
  const { list, search } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      {!list.print && <PayTypeSearch view={search} />}
      <ListFrame view={list} notice={answer?.notice} />
    </>
  );
}
