/** The exports of `files` for the rooms above; its rules are imported by file. */
export type { Storage } from "./storage/storage";
export { documentFault } from "./untrusted/document-fault";
export type { FileProcesses } from "./untrusted/file-processes";
export { loadSharp } from "./untrusted/load-sharp";
export { type ReceivedFile, readMultipart } from "./untrusted/read-multipart";
export type { PictureJob } from "./untrusted/redraw-picture";
export type { Scanner } from "./untrusted/scanner";
