/** Every address that no route has: 404 inside the shell. */
export function loader() {
  throw new Response(null, { status: 404 });
}

export const action = loader;

export default function Missing() {
  return null;
}
