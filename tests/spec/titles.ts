/** The tests of the project by their titles, read from the source: which statements each says it proves. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

export interface SpecTest {
  file: string;
  title: string;
  /** Statement ids and sections that the title begins with. */
  marks: string[];
}

const mark = /^([1-9](?:\.[1-9](?:\.\d{1,2})?)?(?:[a-z]{1,2}(?:\.\d{1,2})?)?)(?:,\s*|\s+|:\s+)(?=\S)/;

/** The ids and sections at the beginning of a title: "2.5a, 2.5c closing" gives both. */
export function marksOf(title: string): string[] {
  const marks: string[] = [];
  let rest = title;
  for (let found = mark.exec(rest); found?.[1]; found = mark.exec(rest)) {
    marks.push(found[1]);
    rest = rest.slice(found[0].length);
  }
  return marks;
}

/** Every test of a source file. A call with a title and a body is a test, or a group when it is `describe`. */
export function testsIn(file: string, text: string): SpecTest[] {
  const tests: SpecTest[] = [];
  const visit = (node: ts.Node, around: string[]): void => {
    const call = ts.isCallExpression(node) ? titled(node) : null;
    if (call && /\.(skip|todo)\b/.test(call.callee)) return;
    const own = call ? marksOf(call.title) : [];
    const marks = own.length > 0 ? own : around;
    const isGroup = call?.callee.startsWith("describe") ?? false;
    if (call && !isGroup && marks.length > 0) tests.push({ file, title: call.title, marks });
    ts.forEachChild(node, (child) => visit(child, isGroup ? marks : around));
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true), []);
  return tests;
}

function titled(node: ts.CallExpression): { title: string; callee: string } | null {
  if (!node.arguments.some((argument) => ts.isArrowFunction(argument) || ts.isFunctionExpression(argument)))
    return null;
  const title = node.arguments.slice(0, 2).map(textOf).find(Boolean);
  return title ? { title, callee: node.expression.getText() } : null;
}

function textOf(node: ts.Expression): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  return ts.isTemplateExpression(node) ? node.getText().slice(1, -1) : "";
}

/** All tests of a folder that name a statement or a section. */
export function allTests(folder: string): SpecTest[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(test|e2e)\.tsx?$/.test(file))
    .sort()
    .flatMap((file) => testsIn(file.split(path.sep).join("/"), readFileSync(path.join(folder, file), "utf8")));
}
