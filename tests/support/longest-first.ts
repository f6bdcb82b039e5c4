/** The order of test files: the long ones first, so that at the end no core waits for one that began late. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Of each kind of test the files that take far longer than the others, longest first. Of itself vitest starts with the biggest file. */
const long = [
  "e2e/every-page",
  "e2e/lists-work",
  "e2e/lists",
  "e2e/prices",
  "e2e/forms",
  "e2e/main-job-with-scripts",
  "e2e/main-job-without-scripts",
  "e2e/shell-layout",
  "e2e/park-media",
  "backend/scope/refused",
  "backend/resource/unchanged-everywhere",
  "backend/kernel/fuzz",
  "backend/db/archive",
  "backend/kernel/access",
  "backend/imports/import",
  "reliability/kill",
];

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = long.findIndex((name) => moduleId.includes(`/tests/${name}.`));
      return at < 0 ? long.length : at;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
