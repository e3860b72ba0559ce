import { router } from "@server/procedures/trpc";
import { listAccountWebhooks, renewSecret, turnOff, turnOn } from "./manage-webhooks";
import { receiveNotice } from "./receive-notice";

export const webhooksRouter = router({
  list: listAccountWebhooks,
  turnOn,
  renew: renewSecret,
  turnOff,
  receive: receiveNotice,
});
