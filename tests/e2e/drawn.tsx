/** Bundled for a browser: the host of command drawers on a page of its own, with the answers that the test hands in. */
import { MantineProvider } from "@mantine/core";
import { createRoot } from "react-dom/client";
import { createMemoryRouter, json, RouterProvider, redirect } from "react-router-dom";
import { CommandDrawerHost, CommandPageLink } from "~/resource/parts/command-page-link";

declare global {
  interface Window {
    /** The command's page, and what it says when it is refused. */
    answers: { shown: object; refused: object };
    /** What was posted, in order. */
    posted: Record<string, string>[];
  }
}

const to = "/locker/boxList/7/occupy";

function Page() {
  return (
    <CommandDrawerHost>
      <h1>A01</h1>
      <CommandPageLink to={to} label="办理存物" />
      <button type="button">旁边</button>
    </CommandDrawerHost>
  );
}

window.posted = [];
const router = createMemoryRouter([
  { path: "/", element: <Page /> },
  {
    path: to,
    element: <p>一页</p>,
    loader: () => json(window.answers.shown),
    action: async ({ request }) => {
      const fields = Object.fromEntries(await request.formData()) as Record<string, string>;
      window.posted.push(fields);
      return fields.mobile === "13800138000" ? redirect("/?on=row") : json(window.answers.refused, 422);
    },
  },
]);
createRoot(document.body.appendChild(document.createElement("main"))).render(
  <MantineProvider>
    <RouterProvider router={router} />
  </MantineProvider>,
);
