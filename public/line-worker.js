// The service worker: answers a page that finds no line by one of our own. It keeps no page of anybody's and no answer of
// the server; the words that it shows stand in it.
const words = {
  zh: {
    title: "网络中断",
    page: "这一页还没有打开。恢复后会自动打开，也可以按回车重试。",
    kept: "其他标签页中填写的内容仍然保留；在此标签页中填写的，返回那一页后可以恢复。",
    retry: "重试",
  },
  en: {
    title: "Connection lost",
    page: "This page has not opened yet. It opens by itself once you are back online, or press Enter to try again.",
    kept: "What you typed in other tabs is still there. What you typed in this one can be restored on its page.",
    retry: "Try again",
  },
};

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) =>
  event.waitUntil(Promise.all([registration.navigationPreload?.enable(), clients.claim()])),
);
addEventListener("fetch", (event) => {
  const { method, mode, destination, url } = event.request;
  // Only what the browser asks for by itself while this worker starts: what a worker asks for reaches the server as data and
  // no more as somebody's page (server/console/navigation.ts). Posts stay the browser's, which can send them again.
  if (method !== "GET" || mode !== "navigate" || destination !== "document") return;
  if (!registration.navigationPreload || /[?&]token=/.test(url)) return;
  event.respondWith(answer(event).catch(() => noLine(url)));
});

async function answer({ request, preloadResponse }) {
  return (await preloadResponse) ?? fetch(request);
}

async function noLine(url) {
  const chosen = await self.cookieStore?.get("console-locale").catch(() => null);
  const locale = /^zh/i.test(chosen?.value ?? navigator.language) ? "zh" : "en";
  const say = words[locale];
  const nonce = crypto.randomUUID();
  const address = url.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const html = `<!doctype html><html lang="${locale === "zh" ? "zh-CN" : "en"}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${say.title}</title>
<style nonce="${nonce}">:root{color-scheme:light dark;font:15px/1.6 system-ui,"PingFang SC","Microsoft YaHei",sans-serif}
main{max-width:32rem;margin:20vh auto;padding:0 16px;text-align:center}
a{display:inline-block;padding:6px 20px;border-radius:4px;background:#125f67;color:#fff;text-decoration:none}</style>
<main><h1>${say.title}</h1><p role="alert">${say.page}</p><p>${say.kept}</p><p><a href="${address}">${say.retry}</a></p></main>
<script nonce="${nonce}">
const again = () => location.reload();
addEventListener("online", again);
addEventListener("keydown", (event) => event.key === "Enter" && again());
const look = (ms) =>
  setTimeout(() => fetch("/healthz", { cache: "no-store" }).then(again, () => look(Math.min(ms * 2, 15000))), ms);
look(1000);
</script></html>`;
  const only = `'nonce-${nonce}'`;
  const policy = `default-src 'none'; connect-src 'self'; script-src ${only}; style-src ${only}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`;
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  };
  return new Response(html, { status: 503, headers });
}
