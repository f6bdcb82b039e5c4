/** What this is, as it names itself in the log, at `/version`, in archives and in what it refuses: year, month, number. */
import { version } from "../package.json";

export { version };
