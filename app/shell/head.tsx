/** What stands in the head of every page. */
import { Meta } from "@remix-run/react";
import { useDocument } from "~/shell/document";
import mainStyle from "~/styles/main.css?url";
import screenStyle from "~/styles/screens.css?url";
import { useHydrated } from "~/widgets/hydrated";

export function Head() {
  const { scheme, inlineStyle, screenStyles, nonce } = useDocument();
  // The page after this one comes without a new head.
  const all = useHydrated() || screenStyles;
  return (
    <>
      <meta charSet="utf-8" />
      {/* First of all: it is here by the time that the answer to the sign-in comes down the line. */}
      {inlineStyle !== null && <link rel="prefetch" href={mainStyle} as="style" />}
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content={scheme === "auto" ? "light dark" : scheme} />
      <Meta />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      {inlineStyle === null ? (
        <>
          <link rel="stylesheet" href={mainStyle} />
          <link rel={all ? "stylesheet" : "prefetch"} href={screenStyle} as={all ? undefined : "style"} />
        </>
      ) : (
        <>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet, from the build */}
          <style nonce={nonce} dangerouslySetInnerHTML={{ __html: inlineStyle }} />
        </>
      )}
    </>
  );
}
