/** The look of Mantine's components. Their CSS variables are in app/styles/tokens.css: nothing is emitted on the page. */
import { createTheme, type MantineColorScheme, type MantineColorSchemeManager } from "@mantine/core";

export const theme = createTheme({
  primaryColor: "brand",
  primaryShade: { light: 7, dark: 5 },
  colors: {
    brand: [
      "#eef6f6",
      "#d9eaeb",
      "#b3d4d6",
      "#88bcc0",
      "#5fa4a9",
      "#3b8b92",
      "#1f757d",
      "#125f67",
      "#0d4c53",
      "#083a40",
    ],
  },
  defaultRadius: "sm",
  fontFamily: 'system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans SC", sans-serif',
  cursorType: "pointer",
  respectReducedMotion: true,
});

/** The scheme is a cookie that the server reads; Mantine keeps nothing of its own. */
export function schemeManager(scheme: MantineColorScheme): MantineColorSchemeManager {
  return {
    get: () => scheme,
    set: () => undefined,
    subscribe: () => undefined,
    unsubscribe: () => undefined,
    clear: () => undefined,
  };
}
