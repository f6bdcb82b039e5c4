/** Before all tests of the backend: what their databases are made from, once for all workers and outside any test's time. */
import { makeTemplate } from "./prepared-database";

export default makeTemplate;
