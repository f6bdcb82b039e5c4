/** The kinds of documents that a holder may show, as choices of a select. */
import { documentKinds, documentNames } from "~/contract/document-kinds";

export const DocumentOptions = () => (
  <>
    {documentKinds.map((kind) => (
      <option key={kind} value={kind}>
        {documentNames[kind]()}
      </option>
    ))}
  </>
);
