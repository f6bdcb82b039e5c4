/** What administrators set: resources and methods, for the registry. */
import * as roles from "./role";

export const administrationResources = [roles.role];
export const administrationMethods = [roles];
