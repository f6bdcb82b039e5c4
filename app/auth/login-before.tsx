/** /loginBefore (specification 2.1): whose console this is, and by which door one enters. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { corpCode as corpCodeRule } from "~/contract/validators";
import { headOffice } from "~/contract/wire";
import type { DocumentHandle } from "~/shell/document";
import { localPath } from "~/shell/local-path";
import { loadProduct } from "~/shell/product.server";
import { withTarget } from "./arrival";
import { Field } from "./field";
import { loginScreen } from "./login-screens.server";
import { SignInPage } from "./sign-in-page";

export const handle: DocumentHandle = { standalone: true };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const target = localPath(query.get("redirect"), "/index");
  const asked = context.tenantOfHost?.corpCode ?? query.get("corpCode") ?? "";
  const corpCode = corpCodeRule.safeParse(asked).success ? asked : "";
  const [product, screen] = await Promise.all([
    loadProduct(context, corpCode || undefined),
    loginScreen(context, target),
  ]);
  return { product, screen, target, corpCode };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.product.name ?? m.product_name() }];

export default function LoginBefore() {
  const { product, screen, target, corpCode } = useLoaderData<typeof loader>();
  const platform = withTarget("/login", target);
  const tenant = screen.kind === "tenant";
  return (
    <SignInPage product={product} title={product.name} lead={m.auth_before_lead()}>
      {tenant && (
        <form method="get" action="/login" className="sign-in-door">
          {target !== "/index" && <input type="hidden" name="redirect" value={target} />}
          <Field
            name="corpCode"
            label={m.login_corp()}
            defaultValue={corpCode}
            autoComplete="organization"
            maxLength={20}
            pattern="[A-Za-z0-9]{1,20}"
            help={m.auth_before_tenant_help()}
            required
          />
          <button type="submit" className="button button-primary sign-in-submit">
            {m.auth_before_tenant()}
          </button>
        </form>
      )}
      {screen.userCentre && (
        <a className="button sign-in-submit" href={screen.userCentre}>
          {m.auth_user_centre()}
        </a>
      )}
      <a
        className={tenant ? "button sign-in-submit" : "button button-primary sign-in-submit"}
        href={tenant ? `${platform}${platform.includes("?") ? "&" : "?"}corpCode=${headOffice}` : platform}
      >
        {m.auth_before_platform()}
      </a>
    </SignInPage>
  );
}
