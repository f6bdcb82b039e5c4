/** What a failed dispatch call becomes for the page that made it (specification 8); laid around every loader and action. */
import type { LoaderFunctionArgs, ServerBuild } from "@remix-run/node";
import { redirectDocument, replace } from "@remix-run/node";
import { type DispatchFailure, isDispatchError } from "~/contract/errors";
import { m } from "~/contract/messages";
import type { UserInfo } from "~/contract/platform/session";
import { methods } from "~/contract/registry";
import { heldCode } from "~/contract/wire";
import { forbiddenAddress } from "~/screens/asked-page.server";
import { noticeOfFailure } from "../dispatch/outcome";
import { readFormBody } from "./form-body";
import { lockFor, loginFor } from "./guard";

type RouteFunction = (args: LoaderFunctionArgs) => unknown;

/** The build with its loaders and actions guarded: a call that failed turns into a redirect or an error page. */
export function withFaults(build: ServerBuild): ServerBuild {
  const routes = Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => {
      if (!route) return [id, route];
      const { loader, action } = route.module;
      const module = {
        ...route.module,
        ...(loader && { loader: guarded(loader as RouteFunction) }),
        ...(action && { action: guarded(withForm(action as RouteFunction)) }),
      };
      return [id, { ...route, module }];
    }),
  );
  return { ...build, routes } as ServerBuild;
}

/** No action runs with a body that cannot be read: it is read here, once, whatever the action then asks of it. */
function withForm(action: RouteFunction): RouteFunction {
  return async (args) => {
    const read = await readFormBody(args.request);
    if (!read.ok) {
      const notice = { title: m.error_failed_title(), message: read.message };
      throw Response.json(notice, { status: read.status });
    }
    Object.defineProperty(args.request, "formData", { value: async () => read.form });
    return action(args);
  };
}

function guarded(work: RouteFunction): RouteFunction {
  return async (args) => {
    try {
      return await work(args);
    } catch (error) {
      throw translated(error, args);
    }
  };
}

function translated(error: unknown, { context }: LoaderFunctionArgs): unknown {
  if (!isDispatchError(error)) return error;
  const { failure } = error;
  if (failure.kind === "signedOut") {
    const url = new URL(context.path, "http://console");
    context.session.signOut();
    context.session.flash("sessionEnded");
    return redirectDocument(loginFor(url.pathname, url.searchParams), 303);
  }
  if (failure.kind === "failed" && failure.status === heldCode) {
    const url = new URL(context.path, "http://console");
    return redirectDocument(lockFor(url.pathname, url.searchParams), 303);
  }
  if (failure.kind === "forbidden") {
    const { pathname } = new URL(context.path, "http://console");
    return replace(forbiddenAddress(pathname, lackingButtonOf(error.methodName, context.user)), 303);
  }
  if (failure.kind === "notFound") return replace("/404", 303);
  return Response.json(noticeOfFailure(failure), { status: statusOf(failure) });
}

/** The button that a refused method asks for and the account does not hold; none where it lacks the page. */
function lackingButtonOf(name: string, user: UserInfo | null): string | undefined {
  const access = methods.find((method) => method.name === name)?.access;
  if (typeof access !== "object") return undefined;
  const held = user?.sysButtonRolePOSet.map(({ code }) => code) ?? [];
  return [access.button, access.newButton].find((code) => code !== undefined && !held.includes(code));
}

/** Of the answer to the browser. */
export function statusOf(failure: DispatchFailure): number {
  const { kind } = failure;
  if (kind === "failed" && failure.status && failure.status < 500) return failure.status;
  return { signedOut: 401, forbidden: 403, notFound: 404, invalid: 422, badRequest: 400, timeout: 504, failed: 502 }[
    kind
  ];
}
