/** The page description (`/pageDescription?of=<path>`): an explanatory image of a menu function (specification 2.4, 2.6). */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { localPath } from "~/shell/local-path";
import { describedBy, seesDescriptions } from "~/shell/page-description";
import { Link } from "~/widgets/link";

export const meta: MetaFunction = () => [{ title: m.workbench_description() }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = context;
  const of = localPath(new URL(request.url).searchParams.get("of"), "");
  const node = user && seesDescriptions(user) ? user.sysFunctionsSet.find((one) => describedBy(one) === of) : undefined;
  if (!node) throw new Response(null, { status: 404 });
  return { name: node.funName, image: node.description, of };
}

export default function PageDescription() {
  const { name, image, of } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="page-head">
        <h1>
          {m.workbench_description()} <small className="dim">{name}</small>
        </h1>
        <Link className="button" to={of}>
          {m.workbench_collapse()}
        </Link>
      </div>
      <img src={image} alt={m.workbench_description_of({ name })} />
    </>
  );
}
