/** The calls of a first purchase, in order; a test runs them as the page shows them. */
const STEPS: readonly { what: string; command: string }[] = [
  {
    what: "Ask for a code. It is mailed; the demo shows it at /demo/outbox.",
    command: `curl "$SITE/api/v1/user/auth/register/otp" -H 'content-type: application/json' \\
  -d '{ "name": "Asha Rao", "email": "asha.rao@example.com", "mobile": "9876543210" }'`,
  },
  {
    what: "Register with it.",
    command: `curl "$SITE/api/v1/user/auth/register" -H 'content-type: application/json' \\
  -d '{ "name": "Asha Rao", "email": "asha.rao@example.com", "mobile": "9876543210", "dateOfBirth": "1990-01-31", "password": "a pass phrase of Asha", "otp": "$OTP" }'`,
  },
  {
    what: "Log in. The answer has the token of the next calls.",
    command: `curl "$SITE/api/v1/user/auth/login" -H 'content-type: application/json' \\
  -d '{ "user": "asha.rao@example.com", "password": "a pass phrase of Asha" }'`,
  },
  {
    what: "Read the price.",
    command: `curl "$SITE/api/v1/user/package/price/get" -H "authorization: Bearer $TOKEN"`,
  },
  {
    what: "Buy for an amount and say how it was paid. An admin, or a key that may decide, approves it.",
    command: `curl "$SITE/api/v1/user/package/purchase" -H "authorization: Bearer $TOKEN" \\
  -H 'content-type: application/json' -H 'idempotency-key: my-first-purchase' \\
  -d '{ "amount": "5000", "paymentMethod": "MANUAL" }'`,
  },
];

/** A first purchase in five calls, at the beginning of the page. */
export function FirstPurchase() {
  return (
    <section aria-labelledby="first-purchase">
      <h2 id="first-purchase">A first purchase in five calls</h2>
      <p>
        <code>$SITE</code> is the address of a company&apos;s site, for example{" "}
        <code>http://rsgn.localhost:3000</code> of <code>npm run demo</code>.
      </p>
      <ol>
        {STEPS.map(({ what, command }) => (
          <li key={what}>
            {what}
            <pre>{command}</pre>
          </li>
        ))}
      </ol>
    </section>
  );
}
