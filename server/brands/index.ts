/** The exports of `brands` for the rooms above; its contracts are imported by file. */
export { brandsRouter } from "./studio/router";
