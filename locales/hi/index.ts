export * from "./screens";
export { mail } from "./mail";
export { notices } from "./notices";
export { privacy } from "./privacy";
export { receipt } from "./receipt";
export { refusals } from "./refusals";
