/** What stands in the head of every page. */
import { Meta } from "@remix-run/react";
import { useDocument } from "~/shell/document";
import mainStyle from "~/styles/main.css?url";

export function Head() {
  const { scheme, inlineStyle, nonce } = useDocument();
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content={scheme === "auto" ? "light dark" : scheme} />
      <Meta />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      {inlineStyle === null ? (
        <link rel="stylesheet" href={mainStyle} />
      ) : (
        <>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet, from the build */}
          <style nonce={nonce} dangerouslySetInnerHTML={{ __html: inlineStyle }} />
          <link rel="prefetch" href={mainStyle} as="style" />
        </>
      )}
    </>
  );
}
