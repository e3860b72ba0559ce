/** The exports of `messages` for the rooms above; its rules are imported by file. */
export { type CompanyMailing, PLATFORM_NAME } from "./delivery/compose-message";
export type { CompanyEvent, Jobs } from "./delivery/jobs";
export type { SenderFigures } from "./delivery/wire-lanes";
export {
  type AdminAlteration,
  type MachineChange,
  type ChangeEvent,
  type Message,
  type MessageParams,
  NOTICE_SECONDS,
  type Template,
} from "./delivery/message-templates";
export { newWebhookSecret, urlFault } from "./delivery/webhook-transport";
export {
  countEndpoints,
  endEndpoint,
  insertEndpoint,
  listDeliveries,
  listEndpoints,
  MOST_ENDPOINTS,
  renewEndpointSecret,
  sendAgain,
} from "./queries/endpoints";
export { renderMessage } from "./delivery/render-message";
export { contentsOf } from "./delivery/store-message";
export type { TaskRun } from "./delivery/timers";
export { type QueueFigures, readQueueFigures } from "./queries/message-queue";
export {
  countMessages,
  forgetMessagesOf,
  isResendable,
  listNewestMessages,
  listUndelivered,
  personsChannel,
  requeueMessage,
} from "./queries/messages";
export {
  type Announcement,
  countAudience,
  insertAnnouncement,
  listAnnouncements,
  withdrawAnnouncement,
} from "./queries/announcements";
export {
  type DueMailing,
  deleteOldMailings,
  findMailed,
  hasReminder,
  listDueMailings,
  listMailedMembers,
  lockMailing,
  saveMailing,
} from "./queries/mailings";
export { listNotices, markNoticesRead, unreadNotices } from "./queries/notices";
export {
  type Recipient,
  findPerson,
  listAdmins,
  listAdminsWhoLogIn,
  listAdminsToNotify,
  listAdminsToNotifyOfOrder,
  recipient,
} from "./queries/recipients";
export { withdrawMessages } from "./queries/withdraw-messages";
