import { describe, expect, test } from "vitest";
import type {
  OrderForPayment,
  OrderRecord,
  OrderView,
  Receipt,
} from "@server/orders/contracts/orders";
import { type TimelineFacts, timelineOf } from "@server/orders/rules/timeline";
import { defaultReasons } from "~/components/purchases/decide/reject-reasons.server";
import { orderPage } from "./order-page.server";

const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 10, minute));

interface Change {
  order?: Partial<OrderView>;
  facts?: Partial<TimelineFacts>;
  now?: Date;
  found?: Partial<OrderForPayment>;
  received?: { paise: number; totalPaise: number };
  usualSeconds?: number;
  approved?: Partial<OrderRecord>;
  language?: "en" | "hi";
  unlock?: string;
}

/** The page of an order for 714 tokens at ₹7 with a fee of 2 %. */
function pageOf({ order = {}, facts = {}, now = at(5), ...more }: Change) {
  const view: OrderView = {
    id: "1",
    orderNumber: "PUR-000714",
    status: "OPEN",
    amountPaise: 4998_00,
    priceMicroRupees: 7_000_000,
    feeBps: 200,
    quantity: 714,
    bonusTokens: 0,
    feePaise: 99_96,
    totalPaise: 5097_96,
    remainderPaise: 0,
    expiresAt: at(15).toISOString(),
    secondsLeft: 600,
    isPayable: true,
    missingPaise: null,
    rest: null,
    toldPaise: null,
    isHoldReleased: false,
    consentedAt: null,
    paymentMethod: null,
    referenceNumber: null,
    rejectionReason: null,
    refundNote: null,
    createdAt: at(0).toISOString(),
    submittedAt: null,
    ...order,
  };
  const found: OrderForPayment = {
    order: view,
    replacedBy: null,
    presentTerms: null,
    payment: { methods: ["MANUAL"], defaultMethod: "MANUAL", banks: [], upi: null },
    lastMethod: null,
    usualSeconds: more.usualSeconds ?? null,
    unallocated: null,
    company: { name: "Owls", email: "pay+me@owls.example", mobile: "+919000000001" },
    ...more.found,
  };
  const { steps, waitsFor } = timelineOf(
    {
      status: view.status,
      createdAt: at(0),
      holdEndsAt: at(15),
      submittedAt: null,
      holdReleasedAt: null,
      restAskedAt: null,
      totalPaise: view.totalPaise,
      receivedPaise: null,
      decidedAt: null,
      reversedAt: null,
      cancelled: null,
      onRecordAt: null,
      ...facts,
    },
    now,
  );
  const timeline = {
    steps: steps.map((step) => ({ ...step, at: step.at?.toISOString() ?? null })),
    waitsFor,
    method: view.paymentMethod,
    received: more.received ?? null,
  };
  const transaction = { bonusTokens: 0, decidedAt: at(9).toISOString(), ...more.approved };
  const receipt = more.approved ? ({ transaction } as unknown as Receipt) : null;
  const page = orderPage(
    { language: more.language ?? "en", symbol: "OWL", unlock: more.unlock ?? null },
    found,
    timeline,
    receipt,
    now,
  );
  const present = page.stepper.steps.find(({ state }) => state === "NOW");
  return { ...page, says: page.texts.join(" "), present: present && present.text };
}

const PAY = "/user/payment?purchaseId=PUR-000714&purchaseAmount=4998.00";
const sent = { submittedAt: at(3) };
const part = { restAskedAt: at(4), receivedPaise: 5000_00 };

describe("the page of an order", () => {
  test("an open order asks its member to pay its total until the hold ends", () => {
    const page = pageOf({});
    expect(page).toMatchObject({
      title: "Order PUR-000714",
      facts: "714 OWL for ₹5,097.96",
      status: "OPEN",
      head: "Your turn: pay ₹5,097.96",
      links: [{ label: "Continue to payment", to: PAY }],
      present: "Proof sent",
    });
    expect(page.says).toMatch(
      /^714 OWL are kept for you until .+\. Pay, then send us the number of the payment\.$/,
    );
  });

  test("a plan of the company is told while the order counts, and not after its end", () => {
    const unlock = "Tokens unlock in 3 parts.";
    expect(pageOf({ unlock }).says).toContain(unlock);
    expect(pageOf({ unlock, order: { status: "CANCELLED" } }).says).not.toContain(unlock);
    expect(pageOf({}).says).not.toContain("unlock");
  });

  test("an order whose hold is over can still be paid, or its payment reported", () => {
    for (const status of ["OPEN", "EXPIRED"] as const) {
      expect(pageOf({ order: { status }, now: at(20) })).toMatchObject({
        status: "EXPIRED",
        head: "The 15 minutes are over. You can still pay.",
        links: [{ to: PAY }],
        paid: { label: "I already paid", to: `${PAY}&sent=1` },
        present: "Proof sent",
      });
    }
  });

  test("an expired order whose price has ended names both prices, and leads to a new one, not to paying", () => {
    const ended = (priceMicroRupees: number | null) => {
      const presentTerms = { priceMicroRupees, feeBps: 200 };
      const order = { status: "EXPIRED" } as const;
      return pageOf({ order, found: { presentTerms }, now: at(20) });
    };
    const page = ended(9_000_000);
    expect(page).toMatchObject({
      status: "EXPIRED",
      head: "The time to pay is over. Please do not pay for this order.",
      links: [{ label: "Buy again", to: "/user/buy-token" }],
      paid: { to: `${PAY}&sent=1` },
      present: undefined,
    });
    expect(page.says).toContain("one token now costs ₹9.00, not ₹7.00");
    expect(page.says).toContain("You owe nothing.");
    expect(page.paid?.text).toContain("Your money is not lost.");
    expect(page.stepper.steps).toHaveLength(2);
    // There is nothing to buy without a price.
    expect(ended(null)).toMatchObject({ links: [], paid: { to: `${PAY}&sent=1` } });
  });

  test("a cancelled order must not be paid, and leads to the order that replaced it", () => {
    const replacedBy = { orderNumber: "PUR-000715", status: "OPEN", amountPaise: 700 } as const;
    const order = { status: "CANCELLED" } as const;
    expect(pageOf({ order })).toMatchObject({
      head: "This order is cancelled. Please do not pay for it.",
      links: [{ to: "/user/buy-token" }],
      paid: { label: "I already paid", to: `${PAY}&sent=1` },
    });
    expect(pageOf({}).paid).toBeNull();
    expect(pageOf({ order, found: { replacedBy } }).links[0]).toEqual({
      label: "Go to PUR-000715",
      to: "/user/orders/PUR-000715",
    });
  });

  test("a payment that is checked asks for nothing and tells how long an approval usually takes", () => {
    const order = { status: "PENDING" } as const;
    const page = pageOf({ order, facts: sent, usualSeconds: 13 * 3600 });
    expect(page).toMatchObject({
      head: "Your payment is being checked",
      links: [],
      present: "Being checked",
    });
    expect(page.says).toContain("Nothing to do. We'll email you as soon as Owls has confirmed");
    expect(page.says).toContain("Usually approved within 1 day.");
    expect(pageOf({ order, facts: sent }).says).not.toContain("Usually");
    const released = { ...order, isHoldReleased: true };
    const late = pageOf({ order: released, facts: { ...sent, holdReleasedAt: at(9) } });
    expect(late.says).toContain("no longer reserved for you, since nobody decided in time");
  });

  test("an order whose rest is asked for says what arrived and what is left, and leads to its payment", () => {
    const page = pageOf({
      order: { status: "PENDING", missingPaise: 97_96, rest: "ASKED" },
      facts: { ...sent, ...part },
      received: { paise: 5000_00, totalPaise: 5097_96 },
      usualSeconds: 3600,
    });
    expect(page).toMatchObject({
      head: "Your turn: pay the remaining ₹97.96",
      present: "₹97.96 still to be paid",
    });
    expect(page.says).toContain("Received ₹5,000.00 · left ₹97.96.");
    expect(page.links).toMatchObject([{ label: "Pay ₹97.96" }]);
    expect(page.says).not.toContain("Usually");
  });

  test("an order whose rest was told says the told sum, and not to pay it again", () => {
    const order = { status: "PENDING", missingPaise: 97_96, rest: "TOLD" } as const;
    const facts = { ...part, submittedAt: at(6) };
    const received = { paise: 5000_00, totalPaise: 5097_96 };
    const told = (toldPaise: number) =>
      pageOf({ order: { ...order, toldPaise }, facts, received, usualSeconds: 3600 });
    const whole = told(97_96);
    expect(whole).toMatchObject({
      head: "You told us ₹97.96: we look for it",
      present: "Being checked",
      links: [{ label: "The details were wrong? Send them again", to: `${PAY}&sent=1` }],
      isQuiet: true,
    });
    expect(whole.says).toContain("Received ₹5,000.00 · left ₹97.96. Nothing to do.");
    expect(whole.says).toContain("Please do not pay again.");
    expect(whole.says).toContain("Usually approved within 1 hour.");
    expect(whole.says).not.toContain("of the ₹97.96 that were left");
    expect(told(90_00).says).toContain("You told us ₹90.00 of the ₹97.96 that were left");
  });

  test("an order whose told rest did not arrive says so, why, and not to pay twice", () => {
    const page = pageOf({
      order: {
        status: "PENDING",
        missingPaise: 97_96,
        rest: "MISSING",
        rejectionReason: "No such credit",
      },
      facts: { ...part, submittedAt: at(6), decidedAt: at(9) },
      received: { paise: 5000_00, totalPaise: 5097_96 },
    });
    expect(page).toMatchObject({
      head: "The rest could not be confirmed",
      present: "₹97.96 still to be paid",
      links: [
        { label: "I already paid", to: `${PAY}&sent=1` },
        { label: "Pay ₹97.96", to: PAY },
      ],
    });
    expect(page.texts[0]).toBe("Owls writes: No such credit");
    expect(page.says).toContain("Do not pay twice: send us the right details.");
  });

  test("a payment on record says what may follow, and after a rejection what becomes of it", () => {
    const unallocated = { orderNumber: "PUR-000714" } as OrderForPayment["unallocated"];
    const facts = { onRecordAt: at(20) };
    const recorded = pageOf({ order: { status: "CANCELLED" }, facts, found: { unallocated } });
    expect(recorded).toMatchObject({
      status: "ON_RECORD",
      head: "Your payment is on record",
      links: [],
    });
    expect(recorded.says).toContain("Please do not pay again. We'll email you.");
    const rejected = pageOf({ order: { status: "REJECTED" }, facts, found: { unallocated } });
    expect(rejected.says).toContain("What arrived of it is on record. We send it back");
  });

  test("an approved order says what is owned, by its receipt where only a part was approved", () => {
    const order = { status: "APPROVED" } as const;
    const facts = { ...sent, decidedAt: at(9) };
    expect(pageOf({ order, facts })).toMatchObject({
      head: "714 OWL are yours",
      says: "Nothing to do. Your receipt is below.",
      links: [{ to: "/user/dashboard?stock=myStock" }, { to: "/user/referral" }],
    });
    const approved = { totalQuantity: 1, finalAmountPaise: 7_14 };
    expect(pageOf({ order, facts, approved })).toMatchObject({
      head: "1 OWL is yours",
      facts: "₹7.14 paid",
      isCelebrated: true,
    });
  });

  test("an order names its bonus tokens with those that are bought, before and after the approval", () => {
    expect(pageOf({ order: { bonusTokens: 36 } }).facts).toBe(
      "750 OWL (36 of them a bonus) for ₹5,097.96",
    );
    const facts = { ...sent, decidedAt: at(9) };
    const approved = { totalQuantity: 714, bonusTokens: 36, finalAmountPaise: 5097_96 };
    expect(pageOf({ order: { status: "APPROVED" }, facts, approved })).toMatchObject({
      head: "750 OWL are yours",
      facts: "750 OWL (36 of them a bonus) for ₹5,097.96",
    });
  });

  test("an approval is celebrated for a day, and nothing before it", () => {
    const approved = { totalQuantity: 714, finalAmountPaise: 5097_96 };
    const facts = { ...sent, decidedAt: at(9) };
    const celebrated = (status: "PENDING" | "APPROVED", minute: number) =>
      pageOf({ order: { status }, facts, approved, now: at(minute) }).isCelebrated;
    expect(celebrated("APPROVED", 24 * 60)).toBe(true);
    expect(celebrated("APPROVED", 24 * 60 + 10)).toBe(false);
    expect(celebrated("PENDING", 10)).toBe(false);
  });

  test("a rejected order says the reason, what it means for the money, and leads to another try", () => {
    const order = {
      status: "REJECTED",
      rejectionReason: "No such credit",
      refundNote: "Sent back on Friday",
    } as const;
    const page = pageOf({ order, facts: { ...sent, decidedAt: at(9) } });
    expect(page).toMatchObject({
      head: "This payment was rejected",
      links: [
        { label: "Submit again", to: PAY },
        {
          label: "Ask for the money back",
          to: expect.stringMatching(/^mailto:.+Send%20my/) as string,
        },
      ],
    });
    expect(page.texts).toEqual([
      "Owls writes: No such credit",
      "Sent back on Friday",
      expect.stringContaining("it is still yours: do not pay twice,"),
    ]);
  });

  test("a usual reason of a rejection is in the reader's language, whichever the admin used", () => {
    const [english, hindi] = [defaultReasons("en"), defaultReasons("hi")];
    for (const [index, rejectionReason] of english.entries()) {
      const order = { status: "REJECTED", rejectionReason } as const;
      expect(pageOf({ order, facts: sent, language: "hi" }).texts[0]).toBe(
        `Owls लिखते हैं: ${hindi[index] ?? ""}`,
      );
      const written = { ...order, rejectionReason: hindi[index] ?? null };
      expect(pageOf({ order: written, facts: sent }).texts[0]).toBe(
        `Owls writes: ${rejectionReason}`,
      );
    }
  });

  test("a reversed order says that its tokens are gone, why, and whom to ask about the money", () => {
    const order = { status: "REVERSED", rejectionReason: "Paid back by the bank" } as const;
    const page = pageOf({ order, facts: { ...sent, decidedAt: at(9), reversedAt: at(30) } });
    expect(page).toMatchObject({ head: "The approval was reversed", links: [] });
    expect(page.says).toMatch(/^Owls writes: Paid back by the bank .+ Ask Owls about your money/);
  });

  test("each problem is a mail to the company with the order's number and reference filled in", () => {
    const order = { status: "PENDING", referenceNumber: "412345678901" } as const;
    const { problems } = pageOf({ order, facts: sent });
    expect(problems.map(({ title }) => title)).toEqual([
      "I paid another sum",
      "I paid twice",
      "Ask about this order",
    ]);
    for (const { title, href } of problems) {
      expect(href).toMatch(/^mailto:pay%2Bme@owls\.example\?/);
      const asked = new URLSearchParams(href.split("?")[1]);
      expect(asked.get("subject")).toBe(`PUR-000714: ${title}`);
      expect(asked.get("body")).toMatch(
        /^Order: PUR-000714\nTotal: ₹5,097\.96\nUTR or transaction number: 412345678901\n\n/,
      );
    }
  });
});
