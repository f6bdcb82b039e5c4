/** A group of lockers: the engine's page, with the way to its picture and to its lockers. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import ResourceDetail from "~/resource/detail";
import { commandDetail, loadDetail } from "~/resource/load-detail.server";
import { Link } from "~/widgets/link";

export const handle = { menu: "/locker/groupList" };

export const loader = (args: LoaderFunctionArgs) => loadDetail(args);
export const action = (args: ActionFunctionArgs) => commandDetail(args);

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.heading ?? "" }];

export default function GroupDetail() {
  const { id } = useLoaderData<typeof loader>();
  const picture = (
    <p className="toolbar">
      <Link className="button button-primary" to={`/locker/groupList/${id}/boxes`}>
        {m.locker_picture()}
      </Link>
    </p>
  );
  return <ResourceDetail before={picture} />;
}
