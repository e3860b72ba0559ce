export const standby = {
  asOf: "आँकड़े {{time}} तक के हैं",
};
