/** The age of figures that a standby answered. */
export const standby = {
  asOf: "Figures as of {{time}}",
};
