/**
 * Between things that a style sheet sets apart: browsers show nothing of it, text browsers a space, which they would close up
 * between two Chinese words were it a plain one.
 */
export const Gap = () => <span hidden>{"\u00a0"}</span>;
