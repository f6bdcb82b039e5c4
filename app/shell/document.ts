/** What the document needs to know beside its route: set once a page by the entries, the same on both sides. */
import { createContext, useContext } from "react";
import type { ColorScheme } from "~/contract/context";
import type { Locale } from "~/contract/messages";

export interface DocumentSettings {
  locale: Locale;
  /** What the user chose. */
  scheme: ColorScheme;
  /** What it comes to where that is known: `auto` without the browser's hint stays open for the style sheet. */
  shownScheme: "light" | "dark" | null;
  /** No script tag at all. */
  lite: boolean;
  /** Lite mode without anybody's choice: the line is slow. */
  slow: boolean;
  nonce: string;
  /** The styles of a page that carries its own (sign-in); null where main.css is linked. */
  inlineStyle: string | null;
  /** The styles of the screens are linked from the start; the home page fetches them when it has time. */
  screenStyles: boolean;
  /** The tenant's colours, which tokens.css takes in the place of its own; in the browser they stand on the document already. */
  brand: Readonly<Record<string, string>> | undefined;
  /** What the page is called at first. */
  title: string;
}

export const DocumentContext = createContext<DocumentSettings>({
  locale: "zh-CN",
  scheme: "auto",
  shownScheme: null,
  lite: true,
  slow: false,
  nonce: "",
  inlineStyle: null,
  screenStyles: true,
  brand: undefined,
  title: "",
});

export function useDocument(): DocumentSettings {
  return useContext(DocumentContext);
}

/** A route's `handle` may say how its document is made. */
export interface DocumentHandle {
  /** Carries the small sign-in style sheet inside it and no script. */
  standalone?: true;
  /** Looks right with the styles of the shell alone. */
  shellStyles?: true;
}
