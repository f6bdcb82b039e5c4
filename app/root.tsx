/** The document: language, colours, styles, and scripts where they are wanted. */
import { MantineProvider } from "@mantine/core";
import { Links, type MetaFunction, Outlet, Scripts, ScrollRestoration } from "@remix-run/react";
import type { ReactNode } from "react";
import { m } from "~/contract/messages";
import { useDocument } from "~/shell/document";
import { ErrorPage } from "~/shell/error-page";
import { Head } from "~/shell/head";
import { schemeManager, theme } from "~/shell/theme";
import { useHydrated } from "~/widgets/hydrated";

export const meta: MetaFunction = () => [{ title: m.product_name() }];

export function Layout({ children }: { children: ReactNode }) {
  const { locale, scheme, shownScheme, lite, nonce, inlineStyle, brand } = useDocument();
  const scripts = !lite && inlineStyle === null;
  // Until scripts run the browser keeps the place itself: the script that Remix would send for it is not worth its bytes.
  const hydrated = useHydrated() && scripts;
  return (
    <html
      lang={locale}
      data-scheme={scheme}
      data-shown={shownScheme ?? undefined}
      data-lite={lite || undefined}
      data-mantine-color-scheme={shownScheme ?? undefined}
      style={brand}
      suppressHydrationWarning
    >
      <head>
        <Head />
        <Links />
      </head>
      <body>
        <MantineProvider
          theme={theme}
          defaultColorScheme={scheme}
          colorSchemeManager={schemeManager(scheme)}
          getStyleNonce={() => nonce}
          withCssVariables={false}
          withGlobalClasses={false}
        >
          {children}
        </MantineProvider>
        {hydrated && <ScrollRestoration nonce={nonce} />}
        {scripts && <Scripts nonce={nonce} {...lowPriority} />}
      </body>
    </html>
  );
}

/** The page is usable before its scripts: they must not take the line from what it needs. */
const lowPriority = { fetchpriority: "low" };

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
