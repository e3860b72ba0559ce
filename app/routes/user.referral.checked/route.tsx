import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AnswerCase } from "@server/orders/contracts/risk";
import { formatQuantity } from "@server/platform/rules/money/format";
import { TextArea } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { BackLink } from "~/components/layout/back-link";
import { investorApi } from "~/lib/callers";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { handleLostConnection } from "~/lib/forms/lost-connection";
import { submit } from "~/lib/forms/submit";
import { orRefuse } from "~/lib/messages/refusals";
import { loadWords } from "~/lib/messages/words";
import { titled } from "~/lib/pages/page-meta";
import { paths, referralPath } from "~/lib/paths";
import { useDates } from "~/components/data/use-dates";
import { useSite } from "~/lib/use-site";

export const handle = await loadWords("referral");

const constraints = constraintsOf({ answer: AnswerCase });

export async function loader({ context }: LoaderFunctionArgs) {
  const api = await investorApi(context);
  return { constraints, checked: await orRefuse(context, api.orders.myCases()) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const api = await investorApi(context);
  return submit(context, await request.formData(), {
    schema: AnswerCase,
    call: (input) => api.orders.answerCase(input),
    done: { to: paths.user.referralChecked, toast: "referral:checked.sent" },
  });
}

export const clientAction = handleLostConnection;

export const meta = titled("Referral");

/** The member's rewards that are being checked; each may be answered once. */
export default function CheckedRewards() {
  const { checked } = useLoaderData<typeof loader>();
  const { brand } = useSite();
  const { t } = useTranslation("referral");
  const dates = useDates();
  return (
    <div className="mx-auto grid w-full max-w-xl gap-5">
      <div>
        <BackLink to={referralPath("rewards")}>{t("rewards")}</BackLink>
        <h1>{t("checked.title")}</h1>
      </div>
      <p>{t(checked.length > 0 ? "checked.text" : "checked.none")}</p>
      {checked.map(({ orderId, tokens, since, hasAnswered }) => (
        <section key={orderId} className="card grid gap-3 p-5">
          <h2>
            {t("checked.reward", {
              tokens: formatQuantity(tokens),
              symbol: brand.symbol,
              date: dates.day(since),
            })}
          </h2>
          {hasAnswered ? (
            <p>{t("checked.answered")}</p>
          ) : (
            <PostForm
              contract="answer"
              intent={orderId}
              className="grid gap-3"
              hidden={{ orderId }}
            >
              <TextArea
                name="answer"
                label={t("checked.label")}
                hint={t("checked.hint")}
                rows={3}
              />
              <SubmitButton className="justify-self-start">{t("checked.send")}</SubmitButton>
            </PostForm>
          )}
        </section>
      ))}
    </div>
  );
}
