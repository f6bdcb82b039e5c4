/** What the contract's sources say of their methods and fields in comments. Read when the document is written, never when serving. */
import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";

export interface Comment {
  text: string;
  /** By the payload's field. */
  fields: Map<string, string>;
}

/** By `business/name` of a method or noun of a resource. */
export function commentsOf(folder = "app/contract"): Map<string, Comment> {
  const found = new Map<string, Comment>();
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
    if (!file.endsWith(".ts")) continue;
    const source = ts.createSourceFile(file, readFileSync(`${folder}/${file}`, "utf8"), ts.ScriptTarget.Latest, true);
    for (const statement of source.statements) {
      if (!ts.isVariableStatement(statement)) continue;
      const call = statement.declarationList.declarations[0]?.initializer;
      if (call && ts.isCallExpression(call)) note(found, statement, call);
    }
  }
  return found;
}

function note(found: Map<string, Comment>, statement: ts.Statement, call: ts.CallExpression): void {
  const [business, name] = call.arguments;
  if (!/^(method|resource)$/.test(call.expression.getText())) return;
  if (!business || !name || !ts.isStringLiteral(business) || !ts.isStringLiteral(name)) return;
  const fields = new Map<string, string>();
  visit(call);
  found.set(`${business.text}/${name.text}`, { text: said(statement), fields });

  function visit(node: ts.Node): void {
    if (ts.isPropertyAssignment(node) && /^(answer|access)$/.test(node.name.getText())) return;
    const text = ts.isPropertyAssignment(node) && node.name.getText() !== "payload" ? said(node) : "";
    if (text && ts.isPropertyAssignment(node)) fields.set(node.name.getText(), text);
    ts.forEachChild(node, visit);
  }
}

function said(node: ts.Node): string {
  const texts = ts.getJSDocCommentsAndTags(node).map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? "");
  return texts
    .join(" ")
    .replaceAll(/\{@link (\w+)\}/g, "`$1`")
    .replaceAll(/\s+/g, " ")
    .trim();
}
