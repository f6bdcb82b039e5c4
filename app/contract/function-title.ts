/** A function's name may be a list in JSON: the title without query parameters, and the one with them (spec 2.2). */

/** Both titles; the same one twice where there is but one. */
export function titlesOf(name: string): readonly [string, string] {
  const list = name.startsWith("[") ? parsedList(name) : null;
  const [plain, withQuery] = list ?? [name];
  return [plain ?? name, withQuery ?? plain ?? name];
}

export function titleOf(titles: readonly [string, string], hasQuery: boolean): string {
  return hasQuery ? titles[1] : titles[0];
}

function parsedList(text: string): string[] | null {
  try {
    const value: unknown = JSON.parse(text);
    const isList = Array.isArray(value) && value.length > 0 && value.every((entry) => typeof entry === "string");
    return isList ? value : null;
  } catch {
    return null;
  }
}
