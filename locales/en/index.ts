/** All texts: those of the screens, and those used only by the server. */
export * from "./visitor";
export * from "./member";
export * from "./admin";
export * from "./super-admin";
export { proof } from "./proof";
export { mail } from "./mail";
export { notices } from "./notices";
export { privacy } from "./privacy";
export { receipt } from "./receipt";
export { refusals } from "./refusals";
