/** Renders a page: streamed, or whole where nobody could fill in what comes later (lite mode, robots). */
import "~/i18n/locale.server";
import { Transform } from "node:stream";
import { createReadableStreamFromReadable, type EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import type { ConsoleContext } from "~/contract/context";
import { isDispatchError } from "~/contract/errors";
import { DocumentContext, type DocumentHandle, type DocumentSettings } from "~/shell/document";
import { recordPage, titleOf } from "~/shell/record-page.server";
import signInStyle from "~/styles/sign-in.css?inline";

/** Milliseconds after which rendering is given up; above the 20 s limit of a dispatch call. */
export const streamTimeout = 25_000;
/** A page whose rest is ready this soon (milliseconds) goes out whole, without the scripts that fill in late parts. */
const patience = 10;

export default function handleRequest(
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
  const whole = settings.lite || settings.inlineStyle !== null || isbot(request.headers.get("user-agent"));

  const recorded = recordPage(context, remix, settings.title);

  return new Promise((resolve, reject) => {
    let answered = false;
    let statusCode = status;
    function answer() {
      if (answered) return;
      answered = true;
      const body = scriptsLast();
      // The page after this one counts on the note.
      recorded.then(
        () => resolve(new Response(createReadableStreamFromReadable(body), { headers, status: statusCode })),
        reject,
      );
      pipe(body);
    }
    const { pipe, abort } = renderToPipeableStream(
      <DocumentContext.Provider value={settings}>
        <RemixServer context={remix} url={request.url} nonce={settings.nonce} abortDelay={streamTimeout} />
      </DocumentContext.Provider>,
      {
        nonce: settings.nonce,
        onAllReady: answer,
        onShellReady() {
          if (!whole) setTimeout(answer, patience);
        },
        onShellError: reject,
        onError(error) {
          statusCode = 500;
          // Before the shell, onShellError tells; after it, only this does.
          if (answered) console.error(error);
        },
      },
    );
    setTimeout(abort, streamTimeout + 1000).unref();
  });
}

/** Remix asks for its scripts at high priority; on a slow line that takes the bytes of the style sheet. */
function scriptsLast(): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      // latin1 keeps every byte, also of a letter that is cut in two by the chunk's end.
      const html = Buffer.from(chunk).toString("latin1");
      done(
        null,
        Buffer.from(
          html.replaceAll('<link rel="modulepreload"', '<link fetchpriority="low" rel="modulepreload"'),
          "latin1",
        ),
      );
    },
    flush: (done) => done(),
  });
}

function documentSettings(request: Request, remix: EntryContext, context: ConsoleContext): DocumentSettings {
  const { locale, scheme, lite } = context.preferences;
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
    nonce: context.nonce,
    inlineStyle: handle?.standalone ? signInStyle : null,
    title: titleOf(remix),
  };
}

/** Failures that the catalogue knows are shown to the user and logged by the dispatch client; the rest is ours. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted || isDispatchError(error)) return;
  console.error(error);
}
