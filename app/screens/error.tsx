/** /403, /404, /500, /user-error and the like: one page, with the status that its address names, in the shell if any. */
import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FaultPanel, faultPage } from "~/shell/error-page";
import { forbiddenText } from "./asked-page.server";

const kinds = {
  "/403": "403",
  "/404": "404",
  "/500": "500",
  "/user-error": "user",
  "/cater/403": "403",
  "/pos/403": "403",
} as const;

export function loader({ request, context }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const path = pathname.replace(/\.data$/, "");
  const kind = Object.entries(kinds).find(([known]) => known === path)?.[1] ?? "404";
  const named = kind === "403" ? forbiddenText(searchParams) : null;
  const fault = { ...faultPage(kind), ...(named && { text: named }) };
  return data({ fault, signedIn: context.session.signedIn && kind !== "user" }, { status: fault.status });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.fault.title }];

export default function ErrorScreen() {
  const { fault, signedIn } = useLoaderData<typeof loader>();
  return <FaultPanel fault={fault} signedIn={signedIn} />;
}
