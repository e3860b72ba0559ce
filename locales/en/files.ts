/** Exported columns, and uploads. Only the server uses it. */
export const files = {
  rupees: "{{label}} (INR)",
  moment: "{{label}} (India time)",
  asOf: "As of {{moment}} (India time)",
  failedUpload: "Failed to upload file",
};
