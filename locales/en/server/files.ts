/** Exported columns, and uploads. Only the server uses it. */
export const files = {
  rupees: "{{label}} (INR)",
  moment: "{{label}} (India time)",
  failedUpload: "Failed to upload file",
};
