/** Links to pages of the console. */
import { Link as RouterLink, type LinkProps as RouterLinkProps } from "@remix-run/react";

export type LinkProps = Omit<RouterLinkProps, "discover" | "prefetch">;

/**
 * The router's link in the browser; a plain anchor on the server, where nothing is pressed. There the router's own reads
 * the route tree once a link, of which a page has some seventy. Addresses that start
 * from the page (`?page=2`, `..`) need the router in both places.
 */
export function Link({ children, ...props }: LinkProps) {
  if (!import.meta.env.SSR || typeof props.to !== "string" || !/^\/(?!\/)/.test(props.to)) {
    // The whole route table is with the browser: there is nothing to discover.
    return (
      <RouterLink {...props} discover="none">
        {children}
      </RouterLink>
    );
  }
  const { to, reloadDocument, replace, state, preventScrollReset, relative, viewTransition, ...rest } = props;
  return (
    <a {...rest} href={to}>
      {children}
    </a>
  );
}
