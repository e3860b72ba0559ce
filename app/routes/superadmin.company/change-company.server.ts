import type { AppLoadContext } from "@remix-run/node";
import {
  InviteAdmin,
  InviteAgain,
  SetCompanyMail,
  SetCompanyStatus,
  SuspendCompany,
  UpdateCompany,
} from "@server/companies/contracts/companies";
import { AddHost, HostRef } from "@server/companies/contracts/hosts";
import { SetBounds } from "@server/companies/contracts/prices";
import { superAdminApi } from "~/lib/callers";
import { companyPath } from "~/lib/paths";
import { submit } from "~/lib/forms/submit";
import { withToast } from "~/lib/messages/toasts.server";

/** Saves a form of a company's page; each has an intent of its own. */
export async function changeCompany(request: Request, context: AppLoadContext, companyId: string) {
  const form = await request.formData();
  const api = await superAdminApi(context);
  const back = companyPath(companyId);
  const done = (key: string, facts: Record<string, string> = {}) =>
    withToast(context, back, `platform:${key}`, facts);
  form.set("companyId", companyId);
  const intent = form.get("intent");
  if (intent === "add-domain") {
    return submit(context, form, {
      schema: AddHost,
      call: (input) => api.domains.add(input),
      done: ({ host }) => done("page.hostAdded", { host }),
    });
  }
  if (intent === "check-domain") {
    return submit(context, form, {
      schema: HostRef,
      call: (input) => api.domains.check(input),
      done: ({ host }) => done("page.hostChecked", { host }),
    });
  }
  if (intent === "remove-domain") {
    return submit(context, form, {
      schema: HostRef,
      call: (input) => api.domains.remove(input),
      done: () => done("page.hostRemoved", { host: hostIn(form) }),
    });
  }
  form.set("id", companyId);
  if (intent === "mail") {
    return submit(context, form, {
      schema: SetCompanyMail,
      call: (input) => api.companies.setMail(input),
      done: () => done("mail.saved"),
    });
  }
  if (intent === "bounds") {
    return submit(context, form, {
      schema: SetBounds,
      call: (input) => api.companies.setBounds(input),
      done: () => done("bounds.saved"),
    });
  }
  if (intent === "invite") {
    return submit(context, form, {
      schema: InviteAdmin,
      call: (input) => api.companies.inviteAdmin(input),
      done: ({ email }) => done("page.invited", { email }),
    });
  }
  if (intent === "invite-again") {
    return submit(context, form, {
      schema: InviteAgain,
      call: (input) => api.companies.inviteAgain(input),
      done: ({ email }) => done("page.invited", { email }),
    });
  }
  if (intent === "standing" || intent === "suspend") {
    return submit(context, form, {
      schema: intent === "suspend" ? SuspendCompany : SetCompanyStatus,
      call: (input) => api.companies.setStatus(input),
      done: ({ status, companyName }) =>
        done(status === "SUSPENDED" ? "page.suspendDone" : "page.reopenDone", {
          name: companyName,
        }),
    });
  }
  return submit(context, form, {
    schema: UpdateCompany,
    call: (input) => api.companies.update(input),
    done: () => done("form.saved"),
  });
}

/** The host in its own form; used in messages only, since the id identifies it. */
function hostIn(form: FormData): string {
  const host = form.get("host");
  return typeof host === "string" ? host : "";
}
