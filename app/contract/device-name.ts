/** What a browser calls itself, in words that its owner knows: "Chrome · Windows". */

const browsers: [RegExp, string][] = [
  [/MicroMessenger/, "WeChat"],
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\/|FxiOS/, "Firefox"],
  [/Chrome\/|CriOS/, "Chrome"],
  [/Safari\//, "Safari"],
];
const systems: [RegExp, string][] = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/Linux|X11/, "Linux"],
];

/** "" where nothing is recognised. */
export function deviceName(userAgent: string): string {
  const named = (known: [RegExp, string][]) => known.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [named(browsers), named(systems)].filter(Boolean).join(" · ");
}
