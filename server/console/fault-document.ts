/** What the browser is shown when no page can be made: the notice, and the way to try again. A document without scripts. */
import type { Notice } from "~/contract/errors";
import { type Locale, m } from "~/contract/messages";

interface About {
  /** Of the page that was asked for. */
  address: string;
  nonce: string;
  locale: Locale;
}

const style = `
  :root { color-scheme: light dark; font: 15px/1.6 system-ui, "PingFang SC", "Microsoft YaHei", sans-serif }
  main { max-width: 32rem; margin: 20vh auto; padding: 0 16px; text-align: center }
  a { display: inline-block; padding: 6px 20px; border-radius: 4px; background: #125f67; color: #fff; text-decoration: none }
`;

export function faultDocument(notice: Notice, status: number, { address, nonce, locale }: About): Response {
  const [title, message] = [notice.title, notice.message].map(escaped);
  const html = `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p role="alert">${message}</p>
<p><a href="${escaped(address)}">${escaped(m.error_page_retry())}</a></p>
</main>
</body>
</html>
`;
  return new Response(html, { status, headers: { "content-type": "text/html; charset=utf-8" } });
}

function escaped(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (letter) => entities[letter] ?? letter);
}
