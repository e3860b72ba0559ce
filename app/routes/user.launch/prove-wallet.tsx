import { Link } from "@remix-run/react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { MyLaunch } from "@server/launch/contracts/wallets";
import { shortWallet } from "@server/platform/rules/people/masking";
import { CopyButton } from "~/components/data/copy-button";
import { useDates } from "~/components/data/use-dates";
import { Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { paths } from "~/lib/paths";
import {
  type BrowserWallet,
  chosenAddress,
  signedText,
  useBrowserWallets,
} from "./browser-wallets";

/** Sets a field of a form as if it was typed. */
function fill(form: HTMLFormElement | null | undefined, name: string, value: string) {
  const field = form?.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement)) return;
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Asks for the address to prove; a wallet of the browser fills it in. */
export function AskForm({ typed }: { typed: string | null }) {
  const { t } = useTranslation("launch");
  return (
    <PostForm contract="ask" intent="ask">
      <Field
        name="walletAddress"
        label={t("address")}
        hint={t("exchange")}
        defaultValue={typed ?? ""}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <WalletButtons
        label="take"
        press={async (wallet, form) => {
          const address = await chosenAddress(wallet);
          if (address === null) return t("unsigned");
          fill(form, "walletAddress", address);
          return null;
        }}
      />
      <Field
        name="currentPassword"
        type="password"
        label={t("password")}
        autoComplete="current-password"
      />
      <SubmitButton>{t("continue")}</SubmitButton>
    </PostForm>
  );
}

/** Shows the message to sign, and takes its signature: of a wallet in the browser, or pasted. */
export function ProveForm({ asked }: { asked: NonNullable<MyLaunch["asked"]> }) {
  const { t } = useTranslation("launch");
  const dates = useDates();
  const address = shortWallet(asked.address);
  return (
    <>
      <p>
        {t("sign", { time: dates.time(asked.expiresAt) })} {t("signOf", { address })}
      </p>
      <PostForm contract="prove" intent="prove" hidden={{ id: asked.id }}>
        <input type="hidden" name="proof" defaultValue="PASTED" />
        <WalletButtons
          label="signWith"
          press={async (wallet, form) => {
            const chosen = await chosenAddress(wallet);
            if (chosen?.toLowerCase() !== asked.address.toLowerCase()) {
              return t("otherAccount", { address });
            }
            fill(form, "signature", await signedText(wallet, chosen, asked.message));
            fill(form, "proof", "BROWSER");
            form?.requestSubmit();
            return null;
          }}
        />
        <div className="flex items-start gap-2">
          <pre
            className="card mono min-w-0 flex-1 p-3 text-sm wrap-anywhere whitespace-pre-wrap"
            aria-label={t("message")}
          >
            {asked.message}
          </pre>
          <CopyButton text={asked.message} label={t("copy")} />
        </div>
        <Field
          name="signature"
          label={t("signature")}
          hint={t("paste")}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <SubmitButton>{t("prove")}</SubmitButton>
      </PostForm>
      <p>
        <Link className="link-out" to={`${paths.user.launch}?change=1#wallet`}>
          {t("again")}
        </Link>
      </p>
    </>
  );
}

/** A button for each wallet of the browser; `press` returns what went wrong, or null. */
function WalletButtons({
  label,
  press,
}: {
  label: "take" | "signWith";
  press: (
    wallet: BrowserWallet,
    form: HTMLFormElement | null | undefined,
  ) => Promise<string | null>;
}) {
  const { t } = useTranslation("launch");
  const found = useBrowserWallets();
  const [fault, setFault] = useState<string | null>(null);
  const place = useRef<HTMLDivElement>(null);
  if (found.length === 0) return null;
  const begin = (wallet: BrowserWallet) =>
    press(wallet, place.current?.closest("form")).then(setFault, () => setFault(t("unsigned")));
  return (
    <div ref={place} className="grid justify-items-start gap-2">
      {found.map((wallet) => (
        <button
          key={wallet.info.uuid}
          type="button"
          className="button button-quiet"
          onClick={() => void begin(wallet)}
        >
          {t(label, { wallet: wallet.info.name })}
        </button>
      ))}
      {fault !== null && (
        <p role="alert" className="note note-warning">
          {fault}
        </p>
      )}
    </div>
  );
}
