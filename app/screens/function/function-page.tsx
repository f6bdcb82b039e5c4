/**
 * Every address that no route of its own has: pages of the function list and personal apps (specification 2.2),
 * micro-frontends (2.3), and what is missing: 404 inside the shell.
 */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data, redirect } from "@remix-run/node";
import { type ShouldRevalidateFunctionArgs, useLoaderData } from "@remix-run/react";
import { findFunctionRoute, functionRoutes, screenAddress } from "~/contract/function-route";
import { titleOf } from "~/contract/function-title";
import { m } from "~/contract/messages";
import { microFrontendOf } from "~/contract/paths";
import { Frame } from "./frame";
import { applicationSource, embeddedSource, microFrontendSource, reportSource } from "./frame-source.server";
import { personalAppAt } from "./personal-app.server";

const titles = { qynk: m.frames_qynk, stheatre: m.frames_stheatre };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const path = pathname.replace(/\.data$/, "");
  const family = microFrontendOf(path);
  if (family) return framed(titles[family](), await microFrontendSource(context, family, path, searchParams));
  const app = await personalAppAt(context, path);
  if (app?.page) throw redirect(app.page);
  if (app?.address) return framed(app.name, applicationSource(context, app.address));
  if (app) return framed(app.name, missingScreen(path.split("/").at(-1) ?? ""));
  const route = findFunctionRoute(functionRoutes(context.user?.sysFunctionsSet ?? []), path, searchParams);
  if (!route) throw new Response(null, { status: 404 });
  const title = titleOf(route.titles, searchParams.size > 0);
  if (route.openWay === "frame") return framed(title, await reportSource(context, route));
  if (route.openWay === "embedded") return framed(title, embeddedSource(context, route));
  if (route.screen) throw redirect(screenAddress(route, searchParams));
  return framed(title, missingScreen(route.view));
}

/** Only pages are served here. */
export function action() {
  throw new Response(null, { status: 404 });
}

interface Source {
  src: string | null;
  message: string;
  status: number;
}

function missingScreen(code: string): Source {
  return { src: null, message: m.frames_no_screen({ code }), status: 404 };
}

function framed(title: string, { status, ...source }: Source) {
  return data({ title, ...source }, { status });
}

/** Each load makes a new code: a frame that is open stays as it is until one goes elsewhere. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return currentUrl.href !== nextUrl.href;
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? m.error_page_404() }];

export default function FunctionPage() {
  const { title, src, message } = useLoaderData<typeof loader>();
  if (src !== null) return <Frame title={title} src={src} />;
  return (
    <section className="fault">
      <h1>{title}</h1>
      <p className="notice notice-warn" role="alert">
        {message}
      </p>
    </section>
  );
}
