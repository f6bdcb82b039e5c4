/** The permission directives. */
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { headOfficePermission, permission } from "~/screens/permission.server";
import { Permitted } from "~/widgets/permitted";
import { account, fakeContext } from "../shell/fake-context";

function contextOf({ holds = true, corpCode = "0001", advanced = "F" }) {
  const user = { ...account(), corpCode, sysButtonRolePOSet: holds ? [{ code: "order:refund" }] : [] };
  return fakeContext({ user, parameters: { permissionAdvancedMode: advanced } }).context;
}
const button = "order:refund";

test("6b with the code an element is shown, without it hidden", async () => {
  expect(await permission(contextOf({}), button)).toBe("shown");
  expect(await permission(contextOf({ holds: false }), button)).toBe("hidden");
});

test("6c with permissionAdvancedMode T it is removed", async () => {
  expect(await permission(contextOf({ holds: false, advanced: "T" }), button)).toBe("removed");
  expect(await permission(contextOf({ advanced: "T" }), button)).toBe("shown");
});

test("6d the head-office directive removes elsewhere, and wants the code too", () => {
  expect(headOfficePermission(contextOf({}), button)).toBe("shown");
  expect(headOfficePermission(contextOf({ corpCode: "" }), button)).toBe("shown");
  expect(headOfficePermission(contextOf({ corpCode: "2001" }), button)).toBe("removed");
  expect(headOfficePermission(contextOf({ holds: false }), button)).toBe("removed");
});

test("6b 6c what is hidden can be neither seen nor posted; what is removed is not there", () => {
  const html = (by: "shown" | "hidden" | "removed") =>
    renderToStaticMarkup(
      <Permitted by={by}>
        <button name="intent">退票</button>
      </Permitted>,
    );
  expect(html("shown")).toBe('<button name="intent">退票</button>');
  expect(html("hidden")).toMatch(/^<fieldset hidden="" disabled="">.*<\/fieldset>$/);
  expect(html("removed")).toBe("");
});
