/** The frame of every page before the shell: product, a panel, language and lite mode. */
import type { ReactNode } from "react";
import { m } from "~/contract/messages";
import { LanguageSwitch, LiteSwitch } from "~/shell/preference-switches";
import type { Product } from "~/shell/product.server";

interface SignInPageProps {
  product: Product;
  title: string;
  lead?: string;
  children: ReactNode;
}

export function SignInPage({ product, title, lead, children }: SignInPageProps) {
  return (
    <div className="sign-in">
      <main className="sign-in-panel">
        {product.logo && <img className="sign-in-logo" src={product.logo} alt={product.name} height={36} />}
        <h1>{title}</h1>
        {lead && <p className="dim">{lead}</p>}
        {children}
      </main>
      <footer className="sign-in-foot">
        <LanguageSwitch className="link-button" />
        <LiteSwitch className="link-button" />
        <p className="dim">{m.shell_lite_help()}</p>
      </footer>
    </div>
  );
}

/** What went wrong with the whole form. */
export function BadNotice({ children }: { children: string | undefined }) {
  if (!children) return null;
  return (
    <p className="notice notice-bad" role="alert">
      {children}
    </p>
  );
}
