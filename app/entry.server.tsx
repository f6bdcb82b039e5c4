/** Renders a page, whole. */
import "~/i18n/locale.server";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import type { ReactNode } from "react";
import { renderToPipeableStream } from "react-dom/server";
import type { ConsoleContext } from "~/contract/context";
import { isDispatchError } from "~/contract/errors";
import { whenQuiet } from "~/line/when-quiet.server";
import { withFirstScript } from "~/screens/theatre/first-script.server";
import { brandStyle } from "~/shell/brand-style.server";
import { DocumentContext, type DocumentHandle, type DocumentSettings } from "~/shell/document";
import { takeState, withState } from "~/shell/handoff.server";
import { recordPage, titleOf } from "~/shell/record-page.server";
import signInStyle from "~/styles/sign-in.css?inline";

/** Milliseconds after which rendering is given up; above the 20 s limit of a dispatch call. */
export const streamTimeout = 25_000;
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: ConsoleContext,
): Promise<Response> {
  const settings = documentSettings(request, remix, context);
  headers.set("content-type", "text/html; charset=utf-8");
  headers.set("accept-ch", "Sec-CH-Prefers-Color-Scheme");
  headers.append("vary", "Sec-CH-Prefers-Color-Scheme");
  const recorded = recordPage(context, remix, settings.title);
  const state = takeState(remix);
  const page = rendered(
    <DocumentContext.Provider value={settings}>
      <RemixServer context={remix} url={request.url} nonce={settings.nonce} abortDelay={streamTimeout} />
    </DocumentContext.Provider>,
    settings.nonce,
  );
  // The page after this one counts on the note.
  const [{ html, failed }] = await Promise.all([page, recorded]);
  const stated = withState(html, state);
  const whole = settings.lite ? stated : withFirstScript(stated, settings.nonce, request.headers.get("cookie"));
  return new Response(import.meta.env.PROD ? whenQuiet(whole, settings.nonce) : scriptsLast(whole), {
    headers,
    status: failed ? 500 : status,
  });
}

/**
 * The whole page as text. Loaders answer whole values, so nothing of it comes late; and a page in one piece is packed better
 * and passed on with less work than a stream.
 */
function rendered(page: ReactNode, nonce: string): Promise<{ html: string; failed: boolean }> {
  return new Promise((resolve, reject) => {
    let failed = false;
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      onAllReady() {
        clearTimeout(late);
        text(pipe(new PassThrough())).then((html) => resolve({ html: withoutGaps(html), failed }), reject);
      },
      onShellError(error) {
        clearTimeout(late);
        reject(error);
      },
      onError(error) {
        failed = true;
        console.error(error);
      },
    });
    const late = setTimeout(abort, streamTimeout + 1000);
  });
}

/** React 18 hands its buffer on whole, also where the next character did not fit into the last of its bytes. */
function withoutGaps(html: string): string {
  return html.replaceAll("\0", "");
}

/** In development, where scripts do not wait: Remix asks for them at high priority, before the style sheet. */
function scriptsLast(html: string): string {
  return html.replaceAll('<link rel="modulepreload"', '<link fetchpriority="low" rel="modulepreload"');
}

function documentSettings(request: Request, remix: EntryContext, context: ConsoleContext): DocumentSettings {
  const { locale, scheme, lite, slow } = context.preferences;
  const hint = request.headers.get("sec-ch-prefers-color-scheme");
  const wanted = scheme === "auto" ? hint : scheme;
  const matches = remix.staticHandlerContext.matches;
  const leaf = matches[matches.length - 1];
  const handle = leaf && (remix.routeModules[leaf.route.id]?.handle as DocumentHandle | undefined);
  return {
    locale,
    scheme,
    shownScheme: wanted === "dark" || wanted === "light" ? wanted : null,
    lite,
    slow,
    nonce: context.nonce,
    inlineStyle: handle?.standalone ? signInStyle : null,
    screenStyles: !handle?.shellStyles,
    brand: brandStyle(remix.staticHandlerContext.loaderData, handle?.standalone && !lite),
    title: titleOf(remix),
  };
}

/** Failures that the catalogue knows are shown to the user and logged by the dispatch client; the rest is ours. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted || isDispatchError(error)) return;
  console.error(error);
}
