/** Takes over the page that the server sent. The document tells language and colours; nothing is guessed again. */
import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import type { Locale } from "~/contract/messages";
import { overwriteGetLocale } from "~/i18n/generated/runtime.js";
import { holdTheLine } from "~/line/this-line";
import { DocumentContext, type DocumentSettings } from "~/shell/document";
import { handOver } from "~/shell/handoff";
import screenStyle from "~/styles/screens.css?url";

handOver();
holdTheLine();

const { lang, dataset } = document.documentElement;
const locale: Locale = lang === "en" ? "en" : "zh-CN";
overwriteGetLocale(() => locale);

const settings: DocumentSettings = {
  locale,
  scheme: dataset.scheme === "light" || dataset.scheme === "dark" ? dataset.scheme : "auto",
  shownScheme: dataset.shown === "light" || dataset.shown === "dark" ? dataset.shown : null,
  lite: false,
  slow: false,
  nonce: document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "",
  inlineStyle: null,
  screenStyles: document.querySelector(`link[href="${screenStyle}"][rel=stylesheet]`) !== null,
  brand: undefined,
  title: document.title,
};

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <DocumentContext.Provider value={settings}>
        <RemixBrowser />
      </DocumentContext.Provider>
    </StrictMode>,
  );
});
