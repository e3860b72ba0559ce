/** The exports of `office` for http; its contracts are imported by file. */
export { activityRouter } from "./activity/router";
export { announcementsRouter } from "./announcements/router";
export { companiesRouter } from "./companies/router";
export { dashboardRouter } from "./dashboard/router";
export { exportsRouter } from "./exports/router";
export { holdersRouter } from "./holders/router";
export { identityFileRouter } from "./identity-file/router";
export { messagesRouter } from "./messages/router";
export type { OperatorFigures, Replica } from "./queries/operator-figures";
export { programmeRouter } from "./programme/router";
export { changesRouter } from "./second-admin/router";
