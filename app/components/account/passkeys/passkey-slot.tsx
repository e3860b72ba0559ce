import type { Area } from "@server/access/call/actor";
import { type ComponentType, useEffect, useState } from "react";

interface Props {
  area: Area;
}

/**
 * The place of a passkey button on a login or a step-up. The button comes after the page, with its
 * texts, and only where the browser knows passkeys. Its place is kept free, so nothing moves.
 */
export function PasskeySlot({ isStepUp = false, ...props }: Props & { isStepUp?: boolean }) {
  const [Button, setButton] = useState<ComponentType<Props> | null>(null);
  useEffect(() => {
    if (!("PublicKeyCredential" in window)) return;
    // A browser without passkeys shows the page's form alone.
    import("./passkey-log-in").then(
      ({ PasskeyLogIn, PasskeyStepUp }) =>
        setButton(() => (isStepUp ? PasskeyStepUp : PasskeyLogIn)),
      () => undefined,
    );
  }, [isStepUp]);
  return <div className="min-h-12">{Button && <Button {...props} />}</div>;
}
