/** One row of a resource whose business says more of it than its fields: figures, pictures and rows of today. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { commandDetail, loadDetail } from "~/resource/load-detail.server";
import { DetailPage } from "~/resource/parts/detail-page";
import { useReadAnew } from "~/widgets/read-anew";
import { Blocks } from "../home/blocks";
import { loadRowBlocks } from "./load-row-blocks.server";

export async function loader(args: LoaderFunctionArgs) {
  // Asked at once, and so in one trip.
  const [view, row] = await Promise.all([loadDetail(args), loadRowBlocks(args)]);
  return { view, ...row };
}
export const action = (args: ActionFunctionArgs) => commandDetail(args);

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.view.heading ?? "" }];

export default function RowPage() {
  const { view, blocks, live } = useLoaderData<typeof loader>();
  useReadAnew(live);
  const answer = useActionData<typeof action>();
  return (
    <DetailPage view={view} notice={answer?.notice}>
      {blocks.length > 0 && (
        <div className="home-blocks">
          <Blocks blocks={blocks} />
        </div>
      )}
    </DetailPage>
  );
}
