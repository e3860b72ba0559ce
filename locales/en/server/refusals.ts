import { reset } from "../reset";

/**
 * The text of every refusal. Exact wording of product.md, including its typos, is marked. Names in
 * braces are filled from the refusal's params, `{{wait}}` from its `seconds`.
 */
export const refusals = {
  // Any request
  INVALID_INPUT: "Please check what you entered and try again.",
  MALFORMED_BODY: "The request could not be read. Please check its format.",
  FIELD_INVALID: "Please check this field.",
  TEXT_TOO_LONG: "This text is too long. Please shorten it.",
  BAD_PAGE: "The page must be a whole number from 1.",
  BAD_LIMIT: "The limit must be a whole number from 1 to 100.",
  BAD_SEARCH: "Please search for at most 100 characters.",
  BAD_STATUS: "There is no such status.",
  BAD_FILTER: "There is no such filter.",
  BAD_ID: "This is not a valid id.",
  BAD_DATE: "Please enter a valid date.",
  DAY_IN_FUTURE: "This day is in the future.",
  LANGUAGE_INVALID: "This language is not available.",
  COLOUR_SCHEME_INVALID: "This colour scheme is not available.",
  NOT_FOUND: "We could not find what you asked for.",
  UNKNOWN_HOST: "There is no site at this address.",
  METHOD_NOT_ALLOWED: "This address does not take that kind of request.",
  BODY_TOO_LARGE: "The request is too large.",
  BODY_TOO_SLOW: "The request came too slowly. Please try again with a better connection.",
  UNSUPPORTED_MEDIA_TYPE: "This address does not take that type of content.",
  CROSS_SITE:
    "This request came from another site, so it was stopped. Please try again from our pages.",
  HTTPS_REQUIRED: "This site is reached over https only. Please use an https address.",
  PASSWORD_IN_ADDRESS:
    "A password belongs into the body of a request, never into its address. Please send it there, and change it if it was right.",
  THROTTLED: "Too many requests. Please try again in {{wait}}.",
  SERVER_BUSY: "We are very busy at the moment. Please try again in a moment.",
  SALE_BUSY: "Many are buying now. Please try again in a moment.",
  REQUEST_TIMED_OUT: "This took too long and was stopped. Please try again.",
  DATABASE_AWAY:
    "The service is unavailable for a moment. Nothing was lost; please try again shortly.",
  DATA_BUSY:
    "Many requests are changing the same data at the moment. Nothing was changed by yours; please try again shortly.",
  SCANNER_AWAY:
    "Files cannot be checked at the moment, so none is accepted. Please try again shortly.",
  STORAGE_AWAY: "Files cannot be stored or opened at the moment. Please try again shortly.",
  UNEXPECTED:
    "Something went wrong on our side. Please try again; if it happens again, contact support.",
  IDEMPOTENCY_KEY_INVALID:
    "The Idempotency-Key must be 1 to 200 visible characters without spaces.",
  IDEMPOTENCY_KEY_IN_USE: "The same request is still being worked on. Please wait a moment.",
  IDEMPOTENCY_KEY_MISMATCH: "This Idempotency-Key was already used for a different request.",

  // User and company
  NOT_SIGNED_IN: "Please log in to continue.",
  SESSION_ENDED: "Your session has ended. Please log in again.",
  WRONG_LOGIN: "The email or the password is not right.",
  LOG_IN_AT_HOST: "Your company has a site of its own. Please log in at {{host}}.",
  WRONG_ROLE: "Your account may not do this.",
  ADMIN_ROLE_TOO_LOW:
    "Your role does not allow this. An owner of the company can do it, or change your role.",
  KEY_SCOPE: "This key may not do this.",
  LOGIN_THROTTLED: "Too many wrong logins. Please try again in {{wait}}.",
  COMPANY_NOT_CONFIGURED: "Company ID is not configured. Please contact support.", // product.md §5
  COMPANY_MISMATCH: "This company ID does not belong to this site.",
  COMPANY_NOT_FOUND: "There is no such company.",
  COMPANY_SUSPENDED: "This company's sale is suspended. Please contact support.",
  SITE_CLOSED:
    "The site of {{company}} is closed at present. Nothing of yours is lost. For questions write to {{contact}}.",

  // One-time codes and links
  OTP_FIELDS_REQUIRED: "Please fill in Name, Email, and Mobile to request OTP.", // product.md §5
  CODE_REQUIRED: "Please enter the OTP.", // product.md §5
  CODE_MALFORMED: "The OTP is six digits.",
  CODE_WRONG:
    "This OTP is wrong or no longer valid. Only the newest one works: please check it, or request a new one.",
  MOBILE_CODE_WRONG:
    "This code was not sent to this mobile or is no longer valid. Only the newest one works: please check it, or leave it empty.",
  CODE_RESEND_TOO_SOON: "A code was just sent. You can ask for another in {{wait}}.",
  CODE_THROTTLED: "Too many codes were requested. Please try again in {{wait}}.",
  CODES_GUESSED_TOO_OFTEN: "Too many wrong codes were entered. Please try again in {{wait}}.",
  LINK_DEAD: "This link was already used or is no longer valid. Please ask for a new one.",

  // Passwords
  PASSWORD_REQUIRED: "Please enter your password.",
  PASSWORD_TOO_SHORT: "The password needs at least {{minPasswordLength}} characters.",
  PASSWORD_TOO_LONG: "The password may have at most {{maxPasswordLength}} characters.",
  PASSWORD_TOO_COMMON: "This password is too easy to guess. Please choose another.",
  PASSWORD_IS_CONTACT: "The password must not be your email address or mobile number.",
  PASSWORD_NAMES_SITE:
    "This password is little more than your name or the name of this site. Please add other words.",
  PASSWORD_UNCHANGED: "The new password must differ from the current one.",
  PASSWORDS_DIFFER: "Passwords do not match!", // product.md §5
  PASSWORD_CONFIRMATION_REQUIRED: "Please enter the password again.",
  NEW_PASSWORD_REQUIRED: "Please enter a new password.",
  NEW_PASSWORDS_DIFFER: reset.differ, // product.md §5
  RESET_FIELDS_REQUIRED: "Please fill in all fields.", // product.md §5
  // The product spells it "you" (product.md §5); kept as documented.
  CURRENT_PASSWORD_REQUIRED: "Please enter you current password",
  CURRENT_PASSWORD_WRONG: "The current password is not right.",

  // The authenticator app
  SECOND_STEP_REQUIRED: "Please enter the code of your authenticator app too.",
  SECOND_STEP_OVER: "This took too long or something changed meanwhile. Please log in again.",
  SECOND_STEP_CODE_REQUIRED: "Please enter the code of your authenticator app.",
  SECOND_STEP_WRONG:
    "This code is not right or was used already. Please wait for the app's next code.",
  SECOND_STEP_GUESSED:
    "Too many wrong codes were entered for this account. Please use a recovery code, or log in from a network that you have used before.",
  SECOND_STEP_NEEDED:
    "Your account needs an authenticator app or a passkey. Please set one up first.",
  SECOND_STEP_IS_ON: "Your authenticator app is set up already.",
  SECOND_STEP_IS_OFF:
    "There is no authenticator app to do this with. Please start from the beginning.",
  SECOND_STEP_OWN_FIRST:
    "Please set up your own authenticator app before you require it of others.",
  LAST_FACTOR:
    "Super admins keep at least one authenticator app or passkey. Please add another one first.",
  STEP_UP_REQUIRED: "Please confirm with your password or a code that it is you, or log in again.",
  STEP_UP_PROOF_REQUIRED: "Please enter your password or a code.",
  STEP_UP_WRONG: "This password or code is not right.",
  STEP_UP_BY_LOGIN:
    "Your account has no authenticator app to confirm with. Please log out and log in again.",

  // A second admin
  KEY_NAME_REQUIRED: "Give the key a name.",
  KEY_NAME_TAKEN: "Another key has this name. Choose another name.",
  KEY_SCOPES_REQUIRED: "Choose what the key may do.",
  KEY_SCOPES_CONFLICT: "A key that adds bank entries cannot also decide. Make two keys.",
  KEY_NOT_FOUND: "There is no such key, or it has ended.",
  KEYS_FULL: "A company has at most {{count}} keys. End one first.",
  WEBHOOK_URL_REQUIRED: "Enter the address.",
  WEBHOOK_URL_INVALID: "Enter a whole address, for example https://example.com/hook.",
  WEBHOOK_URL_PLAIN: "The address must begin with https://.",
  WEBHOOK_URL_PRIVATE: "This address is in a private network. Enter one that the internet reaches.",
  WEBHOOK_URL_TAKEN: "Events are sent to this address already.",
  WEBHOOK_EVENTS_REQUIRED: "Choose the events.",
  WEBHOOK_NOT_FOUND: "There is no such address or event, or it has ended.",
  WEBHOOKS_FULL: "A company has at most {{count}} addresses. End one first.",
  NEEDS_SECOND_ADMIN:
    "This change is stored and waits. Another admin must confirm it; where nobody else can, it takes effect after a waiting time, and every admin can stop it until then.",
  CHANGE_NOT_FOUND: "There is no such change.",
  CHANGE_ALREADY_DECIDED: "This change does not wait any more.",
  CHANGE_OVERTAKEN:
    "What this change is about has changed meanwhile, so nothing was done. Please ask for the change again if it is still right.",
  CHANGE_ALREADY_WAITING:
    "Another change of this waits for a second admin. Please have it confirmed or stopped first.",
  CHANGES_FULL: "{{count}} changes wait already. Please have them confirmed or stopped first.",
  CHANGE_NOT_YOURS: "Only who asked for a change can withdraw it. You can stop it instead.",
  OWN_CHANGE: "You asked for this change yourself, so another admin must confirm it.",
  CONFIRMER_TOO_NEW:
    "Your account was made or changed by a colleague less than a week before this change, or since. Somebody else must confirm it.",
  APPROVAL_LIMIT_INVALID: "Please enter an amount above 0, or nothing.",

  // Passkeys
  PASSKEY_WRONG: "This passkey does not log in here. Please try another one, or your password.",
  PASSKEY_OVER: "This took too long or was used already. Please try again.",
  PASSKEY_KNOWN: "This passkey is in use already.",
  PASSKEY_NOT_FOUND: "This passkey no longer exists.",
  PASSKEYS_FULL: "You have ten passkeys. Please remove one before you add another.",

  // People
  NAME_REQUIRED: "Please enter a name.",
  NAME_INVALID: "Please enter a valid name, without the address of a website.",
  NAME_TOO_LONG: "The name may have at most 100 characters.",
  EMAIL_REQUIRED: "Please enter your email address.", // product.md §5
  EMAIL_INVALID: "Please enter a valid email address.",
  ADMIN_HAS_PASSWORD:
    "This admin has a password already. A forgotten password can be reset on the login page.",
  EMAIL_TAKEN: "Another account already uses this email address.",
  MOBILE_REQUIRED: "Please enter a mobile number.",
  MOBILE_INVALID: "Please enter a valid mobile number, for example +91 98765 43210.",
  COUNTRY_INVALID: "Please enter countries by their two letters, such as IN, AE.",
  BIRTH_DATE_REQUIRED: "Please enter the date of birth.",
  BIRTH_DATE_INVALID: "Please enter a valid date of birth.",
  UNDER_AGE: "You must be {{minAgeYears}} or older to take part.",
  PINCODE_REQUIRED: "Please enter the PIN code.",
  PINCODE_INVALID: "A PIN code is six digits and does not start with 0.",
  GENDER_REQUIRED: "Please select a gender.",
  GENDER_INVALID: "Please select one of the genders offered.",
  REFERRAL_CODE_UNKNOWN:
    "There is no member with this referral code. Please check it or leave it empty.",
  KYC_NUMBER_INVALID: "Please enter a valid KYC document number.",
  WALLET_ADDRESS_INVALID: "A wallet address is 0x followed by 40 digits and letters from a to f.",
  WALLET_ADDRESS_CHECKSUM: "This wallet address has a typing mistake: its checksum is wrong.",
  ROLE_REQUIRED: "Please select a role.",
  ROLE_INVALID: "Please select User or Admin.",
  ADMIN_ROLE_INVALID: "Please choose what the admin may do.",
  MEMBER_STATUS_INVALID: "There is no such account status.",
  SESSION_NOT_FOUND: "This session has ended already.",
  MEMBER_NOT_FOUND: "There is no such user.",
  MESSAGE_NOT_RESENDABLE:
    "This message cannot be sent again: it was sent already, or its contents were deleted.",
  MEMBER_ALREADY_APPROVED: "This user is already verified.",
  MEMBER_ALREADY_REFUSED: "This member was refused already.",
  MEMBER_CHANGED:
    "This member has changed their name, date of birth or document number since it was shown. Please check it and decide anew.",
  REFERRER_FINAL:
    "The referrer can no longer be changed: seven days have passed since the registration, or a purchase was begun.",
  REFERRER_CHANGED: "The referrer was changed meanwhile. Please look at the page again.",
  REFERRER_OWN: "No member is the referrer of themself, or of whoever invited them.",
  REFERRER_UNCHANGED: "This member is the referrer already.",
  MEMBER_HAS_ORDERS: "A member with orders cannot become an admin.",
  MEMBER_END_ASKED:
    "This member asked for the end of their account, so they cannot become an admin. They keep the account by logging in.",
  MEMBER_HAS_PENDING_ORDERS:
    "This member has orders waiting for a decision. Please decide those first.",
  MEMBER_HAS_OPEN_PAYMENTS: "This member has unallocated payments. Please settle those first.",
  MEMBER_HAS_OPEN_ORDER:
    "This member is paying an order at the moment. It expires in {{wait}} unless the member pays or cancels it before. Please delete the member after that.",
  ACCOUNT_HAS_PENDING_ORDERS:
    "A payment of yours is waiting for a decision. Your account can end once it is decided.",
  ACCOUNT_HAS_OPEN_PAYMENTS:
    "We still have an unallocated payment of yours. Please write to us to settle it; your account can end then.",
  ACCOUNT_HAS_OPEN_ORDER:
    "You are paying an order at the moment. Please pay or cancel it, or wait {{wait}} until it expires.",
  OWN_DATA_LIMIT_REACHED:
    "You have downloaded your data five times today. Please try again in {{wait}}.",
  ADMIN_HAS_NO_APPROVAL: "Admins need no verification.",
  LAST_ADMIN: "This is the company's last admin, who cannot be removed, demoted or blocked.",
  LAST_OWNER: "This is the last owner. Please make somebody else an owner first.",
  OWN_ACCOUNT: "You cannot do this to your own account.",

  // Buying
  AMOUNT_INVALID: "Please enter a valid amount.", // product.md §5
  AMOUNT_TOO_LARGE: "One order may be at most {{limit}}.",
  AMOUNT_DIFFERS_FROM_ORDER: "This amount is not the amount of the order.",
  BELOW_ONE_TOKEN: "This amount is less than the price of one token.", // architecture.md §5
  NO_TOKEN_SELECTED: "No token selected.", // product.md §5
  SUPPLY_TOO_LOW: "Only {{remaining}} tokens are left. Please enter a smaller amount.",
  SUPPLY_GONE: "There are no tokens left to buy.",
  SUPPLY_GONE_AFTER_PAYMENT:
    "There are no longer enough tokens for this order. If you have already sent the money, please write to {{contact}} with order number {{orderNumber}}.",
  TOO_MANY_PENDING_ORDERS:
    "You have {{limit}} payments waiting for approval. Please wait until one is decided.",
  TOO_MANY_UNAPPLIED_PAYMENTS:
    "{{limit}} of your payments already wait for us to settle them. Please write to {{contact}} about this one.",
  PAYMENT_HAS_ENTRY:
    "An entry of a bank statement shows this money. Withdraw the entry from the order first.",
  PAYMENT_SETTLED: "This payment has changed or is settled already. Please look at it again.",
  RECEIVED_BELOW_ONE_TOKEN: "This sum pays for less than one token of the order.",
  RECEIVED_PAYS_ALL: "This pays the whole order: nothing is missing.",
  PAYMENT_DOES_NOT_FIT:
    "What is unallocated of this payment is less than the order's total, or a part of the order is paid already.",
  REFUND_TOO_LARGE: "Only {{limit}} of this payment is unallocated.",
  RECEIVED_BELOW_REFUND: "What arrived is less than what was sent back.",
  REFUND_RECORDED: "A refund of this payment with this number is on record already.",
  REFUND_DATE_INVALID: "Please enter the day of the refund. It cannot be in the future.",
  PAYMENT_NOT_FOUND: "There is no such payment.",
  TOKEN_CAP_REACHED: "One member may have at most {{limit}} tokens waiting for approval.",
  UNVERIFIED_CAP_REACHED:
    "Until your account is verified, you can order at most {{limit}} tokens before you send a proof of payment.",
  UNVERIFIED_MAY_NOT_BUY:
    "Your account is waiting for verification. You can buy once it is verified.",
  ORDER_DETAILS_MISSING: "Order details not found in URL.", // product.md §5
  ORDER_NUMBER_INVALID: "This is not a valid order number.",
  ORDER_NUMBER_UNAVAILABLE: "No order number could be given just now. Please try again.",
  ORDER_NOT_FOUND: "There is no such order.",
  PAYMENT_CANCELLED: "Payment process cancelled.", // product.md §4

  // Paying
  METHOD_REQUIRED: "Please choose how you pay.",
  METHOD_INVALID: "There is no such payment method.",
  CONSENT_REQUIRED: "Please agree to the privacy policy to proceed.", // product.md §5, manual and bank
  CONSENT_REQUIRED_UPI: "Please agree to the privacy & policy to proceed.", // product.md §5, UPI
  POLICY_CHANGED:
    "The privacy policy has changed since you opened this page. Please read it and agree again.",
  TERMS_REQUIRED: "Please agree to the privacy policy and the terms of sale.",
  TERMS_CHANGED:
    "The terms of sale have changed since you opened this page. Please read them and agree again.",
  POLICY_NOT_FOUND: "There is no such version of this text.",
  REFERENCE_REQUIRED: "Please enter UTR or Transaction Number.", // product.md §5
  REFERENCE_INVALID: "A UTR or transaction number may have at most 64 letters and digits.",
  BANK_SHOWS_ANOTHER_SUM:
    "The bank's statement shows {{shown}} for this payment, not {{sum}}. Nothing was changed. Decide on it singly and enter what was received.",
  REFERENCE_RECORDED:
    "Money with this number is already on record. If it is this payment, mark it as not received under Payments, 'Unallocated'; or reject this payment. That money can pay a waiting order there.",
  REFERENCE_USED: "This UTR or transaction number was already used for another order.",
  RECEIPT_REQUIRED: "Please upload a transaction file before submitting.", // product.md §5
  RECEIPT_NOT_FOUND: "The uploaded file could not be found. Please upload it again.",
  PAID_AMOUNT_INVALID: "Please enter a valid amount.", // product.md §5
  PAID_AMOUNT_DIFFERS:
    "You entered {{paid}}, but the total is {{total}}. Please correct it, or confirm that you paid this amount.",
  REFERENCE_UNUSUAL_UPI:
    "The number of a UPI payment has 12 digits. Please compare it with your app: correct it, or confirm that it is right.",
  REFERENCE_UNUSUAL_BANK:
    "The UTR of a bank transfer has 16 letters and digits (NEFT), 22 (RTGS) or 12 digits (IMPS). Please compare it with your bank: correct it, or confirm that it is right.",
  ORDER_ALREADY_SUBMITTED: "The payment for this order was already submitted.",
  ORDER_ALREADY_DECIDED: "This order was already decided.",
  ORDER_NOT_OPEN: "This order is no longer open.",
  ORDER_NOT_SUBMITTED: "No payment was submitted for this order yet.",
  ORDER_NOT_APPROVED: "Only an approved order can be reversed.",
  ORDER_ALREADY_CANCELLED: "This order was already cancelled.",
  ORDER_ALREADY_REVERSED: "This order was already reversed.",

  // Deciding
  OWN_ORDER: "You cannot decide on your own order.",
  HOLD_NOT_AVAILABLE:
    "The tokens of this order were given back, and only {{remaining}} of its {{quantity}} are free now. Wait until enough are free, or reject the payment and send the money back.",
  DECIDE_SINGLY: "This purchase needs a decision of its own: its sum, price or tokens differ.",
  UNDO_TOO_LATE:
    "It is too late to undo this: the mail is on its way, or the money was settled otherwise. An approval can still be reversed.",
  UNDO_SEEN: "The member has read of this decision already. An approval can still be reversed.",
  UNDO_OTHERS: "Only the admin who decided can undo it.",
  LIST_CHANGED: "This list has changed meanwhile. Please look through it again.",
  RECONCILIATION_EMPTY: "The bank shows nothing for this account on that day.",
  RECONCILIATION_DIFFERS:
    "More was approved or sent back than the bank shows. Settle the difference first.",
  SUBMISSION_CHANGED:
    "The member has submitted this payment again since it was shown: {{changes}}. Please check it and decide anew.",
  SUBMISSION_NOT_SHOWN:
    "This page does not say which submission of the payment it showed. Please check the payment and decide anew.",
  NOTHING_SELECTED: "Please select at least one purchase.",
  TOO_MANY_SELECTED: "At most a hundred purchases can be decided at once.",
  MONEY_NOT_CONFIRMED: "Please confirm that the money is in the account.",
  CASE_NOT_FOUND: "This reward is not being checked any more.",
  CASE_ANSWERED: "You have answered already; the company has your words.",
  ANSWER_REQUIRED: "Please write at least three letters.",
  REASON_REQUIRED: "Please give a reason.",
  TITLE_REQUIRED: "Please give a title.",
  TEXT_REQUIRED: "Please write a text.",
  REASON_TOO_LONG: "The reason may have at most 500 characters.",
  REASON_TOO_SHORT: "The reason needs at least three characters.",
  REWARD_NOT_FOUND: "There is no such reward.",
  REWARD_DECIDED: "The reward of {{orderNumber}} is not waiting any more.",
  REWARD_PROMISED:
    "The purchase {{orderNumber}} is not approved yet. Its reward can be released afterwards.",
  REJECT_REASONS_INVALID:
    "Please keep at most twelve reasons, one a line, each of at most 200 characters.",
  REFUND_NOTE_TOO_LONG: "The refund note may have at most 500 characters.",
  QUESTIONS_INVALID:
    "Please write each answer below its question, and an empty line before the next question; at most twenty.",
  DOCUMENT_NOT_PDF: "Please choose a PDF file.",
  DOCUMENTS_TOO_MANY: "The front page shows at most ten documents. Please remove one first.",

  // Bank and UPI details
  BENEFICIARY_NOT_FOUND: "There is no such account.",
  BENEFICIARY_EMPTY: "Please enter the five bank fields, the UPI ID, or all six.",
  BENEFICIARY_LAST:
    "The default account cannot be deleted. Please make another one the default first.",
  BENEFICIARY_DUPLICATE: "This account is already on the list.",
  HOLDER_NAME_REQUIRED: "Please enter the account holder's name.",
  BANK_NAME_REQUIRED: "Please enter the bank's name.",
  BRANCH_REQUIRED: "Please enter the branch.",
  ACCOUNT_NUMBER_REQUIRED: "Please enter the account number.",
  ACCOUNT_NUMBER_INVALID: "An account number is 9 to 18 digits.",
  ACCOUNT_NUMBERS_DIFFER: "This is not the account number above. Compare both with your passbook.",
  IFSC_REQUIRED: "Please enter the IFSC code.",
  IFSC_INVALID: "An IFSC code is four letters, a zero and six letters or digits, like SBIN0001234.",
  IFSC_BANK_UNKNOWN: "No Indian bank has IFSC codes with these four letters.",
  IFSC_UNKNOWN:
    "This IFSC code is not on our list of branches. If the bank gave it to you, confirm that it is right.",
  UPI_ID_REQUIRED: "Please enter the UPI ID.",
  UPI_ID_INVALID: "Please enter a valid UPI ID, like name@bank.",

  // Files
  FILE_REQUIRED: "Please choose a file.",
  FILE_EMPTY: "This file is empty. Please choose another.",
  FILE_ONE_ONLY: "Please upload one file at a time.",
  FILE_TYPE_UNSUPPORTED:
    "This type of file is not accepted. Please upload an image, PDF, DOC or DOCX.",
  FILE_NOT_AN_IMAGE: "Please upload an image (JPEG, PNG, WebP or AVIF).",
  FILE_INFECTED: "This file was not accepted: our scanner takes it for malware.",
  FILE_UNREADABLE: "This file is damaged or cannot be read. Please choose another.",
  FILE_NEEDS_PASSWORD:
    "This PDF asks for a password. Please upload a copy without one, or a picture of it.",
  FILE_TOO_LARGE: "This file is too large. It may have at most {{limit}}.",
  IMAGE_TOO_LARGE: "This image has too many pixels. Please upload a smaller one.",
  UPLOAD_INCOMPLETE: "The upload did not arrive completely. Please try again.",
  UPLOAD_QUOTA_REACHED:
    "Too many files were uploaded today. Please try again in {{wait}}, or choose a smaller file.",
  MEDIA_NOT_FOUND: "There is no such file.",
  MEDIA_LINK_DEAD: "This link to the file is no longer valid. Please open it again from the list.",

  // Bank statements
  STATEMENT_UNSUPPORTED:
    "This is not a bank statement that can be read. Please choose a file in CSV or Excel (XLSX or XLS).",
  STATEMENT_ENCODING_UNKNOWN:
    "The characters of this file cannot be read. Please save it as CSV in UTF-8, or as XLSX.",
  STATEMENT_HAS_PASSWORD:
    "This file has a password. Please open it with the password, save it without one, and choose that file.",
  STATEMENT_HAS_FORMULAS:
    "This file has formulas, which a bank's statement does not have. Please choose the file as the bank gave it.",
  STATEMENT_TOO_LONG: "This statement is too long. It may have at most {{limit}} entries.",
  STATEMENT_TOO_WIDE: "This file has too many columns. It may have at most {{limit}}.",
  STATEMENT_LAYOUT_UNKNOWN:
    "The columns of this statement are not known. Please say which column holds what.",
  STATEMENT_EMPTY: "This statement has no entries.",
  STATEMENT_OTHER_ACCOUNT:
    "This statement is of the account {{accountNumber}}. Please choose that account, or its file.",
  STATEMENT_DATE_UNMAPPED: "Please choose the column with the date.",
  STATEMENT_TEXT_UNMAPPED: "Please choose the column with the text of the entries.",
  STATEMENT_SUM_UNMAPPED:
    "Please choose the columns with deposits and withdrawals, or the one with all sums.",
  STATEMENT_FILE_GONE: "This file is no longer kept. Please choose it again.",
  STATEMENT_LINE_NOT_FOUND: "There is no such entry of a statement.",
  STATEMENT_LINE_SETTLED: "This entry has been settled by now. Please load the page again.",
  STATEMENT_LINE_NAMED:
    "A member has named this payment. Decide on their order, or settle the unallocated payment.",
  STATEMENT_SAME_NUMBER:
    "{{order}} was approved with this entry's own number. Reverse the order first.",
  STATEMENT_ENTRY_USED:
    "Money of {{order}} was sent back or pays another order, so its entry cannot be withdrawn.",
  STATEMENT_ENTRY_DIFFERS:
    "The entry differs from this order. Compare both, and say why it is this order's.",
  PAYMENT_ON_RECORD:
    "{{order}} has a payment of {{sum}} on record that no entry shows: this may be the same money. Tick that it is other money, and say why.",
  STATEMENT_SUM_IN_USE:
    "{{order}} uses more than the bank shows, or more was sent back. Reverse the order first, or keep the confirmed sum.",
  STATEMENT_ORDER_OPEN:
    "No money was received for this order. Approve it first, then give it the entry.",
  STATEMENT_SUM_DIFFERS:
    "The sum of this entry is not that of the payment. Say that it is a part, if it is.",
  STATEMENT_ORDER_PAID: "Other entries show all that was received for this order.",

  // Companies, domains, brands
  COMPANY_NAME_REQUIRED: "Please enter the company's name.",
  TOKEN_NAME_REQUIRED: "Please enter the token's name.",
  TOKEN_SYMBOL_REQUIRED: "Please enter the token's symbol.",
  TOKEN_SYMBOL_INVALID: "A token symbol is 2 to 10 capital letters and digits.",
  TOTAL_SUPPLY_INVALID: "The total supply must be a whole number of tokens above 0.",
  TOTAL_SUPPLY_IN_USE:
    "Neither the total supply nor a share of it can be less than what is already held or allocated.",
  PRICE_INVALID: "Please enter a valid price.",
  CAMPAIGN_TIME_INVALID: "Please enter a valid date and time.",
  CAMPAIGN_PAST: "This time has passed. Leave it empty for the moment of the confirmation.",
  CAMPAIGN_FAR: "A campaign ends within the next {{farthestPriceYears}} years.",
  CAMPAIGN_ENDS_FIRST: "The end is after the start, and an earlier end before the present one.",
  CAMPAIGN_OVERLAPS: "The campaign {{name}} runs at that time. Only one runs at a time.",
  CAMPAIGN_CAP_INVALID: "A budget is a whole number of tokens, at least 1.",
  CAMPAIGN_NOT_FOUND: "This campaign does not exist.",
  CAMPAIGN_ENDED: "This campaign has ended.",
  BONUS_PERCENT_INVALID: "The bonus must be between 0 and 100 percent, with at most two decimals.",
  PRICE_REQUIRED: "Please enter the price of one token.",
  PRICE_START_INVALID: "Please enter a valid date and time for the price to start.",
  PRICE_START_PAST: "A price cannot start in the past. Leave the date empty to start it at once.",
  PRICE_START_FAR: "A price may start within the next {{farthestPriceYears}} years.",
  PRICE_START_TAKEN: "Another price starts at that very time. Cancel it first.",
  TOO_MANY_PRICES: "At most {{most}} upcoming prices are allowed. Cancel one first.",
  PRICE_NOT_FOUND: "There is no such price.",
  ANNOUNCEMENT_NOT_FOUND: "There is no such announcement, or it is withdrawn already.",
  ANNOUNCEMENT_START_PAST:
    "An announcement cannot go out in the past. Leave the time empty to send it now.",
  ANNOUNCEMENT_START_FAR: "An announcement may be planned for the next year.",
  AUDIENCE_EMPTY: "Nobody belongs to these members at present. Nothing was sent.",
  MEMBER_NOT_ACTIVE: "This member cannot log in at present, and is not asked.",
  PRICE_HAS_BEGUN: "That price has started or was cancelled already. Nothing was changed.",
  PRICE_IN_FORCE_ALREADY: "That is the price already.",
  DATES_REVERSED: "The first date must not be after the last one.",
  FEE_PERCENT_INVALID: "The fee must be from 0 to 100 percent, with at most two decimals.",
  REWARD_PERCENT_INVALID:
    "The referral reward must be from 0 to 100 percent, with at most two decimals.",
  SPLIT_PERCENT_INVALID: "A share must be from 0 to 100 percent, with at most two decimals.",
  SPLIT_NOT_WHOLE: "The five shares of the supply must add up to 100 percent.",
  LAUNCH_INVALID: "Please enter a valid launch date and time.",
  FEE_CLOSED: "Your company may not change its fee. Ask who runs your site.",
  FEE_OUT_OF_BOUNDS: "Your company's fee may be from {{least}} to {{most}}.",
  REWARD_CLOSED: "Your company may not change its referral reward. Ask who runs your site.",
  REWARD_OUT_OF_BOUNDS: "Your company's referral reward may be from {{least}} to {{most}}.",
  LAUNCH_CLOSED: "Your company may not change its launch date. Ask who runs your site.",
  LAUNCH_PAST: "The launch cannot be in the past.",
  LAUNCH_TOO_LATE: "Your company may launch on {{latest}} at the latest.",
  BOUNDS_REVERSED: "The greatest value must not be below the least one.",
  MINIMUM_ORDER_INVALID: "Please enter an amount above 0, or nothing.",
  BELOW_MINIMUM_ORDER: "Please enter at least {{least}}.",
  PENDING_LIMIT_INVALID: "The limit of pending orders must be a whole number from 1 to 100.",
  TOKEN_CAP_INVALID: "The cap must be a whole number of tokens above 0.",
  UNVERIFIED_HOLD_INVALID:
    "The share must be above 0 and at most 100 percent, with at most two decimals.",
  MESSAGE_DAYS_INVALID: "The number of days must be a whole number from 30 to 3650.",
  PROOF_YEARS_INVALID: "The number of years must be a whole number from 1 to 30.",
  RELEASE_DAYS_INVALID: "The number of days must be a whole number from 1 to 365.",
  REFERRAL_DAYS_INVALID: "The number of days must be a whole number from 7 to 90.",
  REWARD_HOLD_DAYS_INVALID: "The days must be a whole number from 0 to 90.",
  REWARD_VERIFIED_ABOVE_INVALID: "The tokens must be a whole number from 0.",
  COMPANY_STATUS_INVALID: "There is no such company status.",
  AADHAAR_INVALID: "An Aadhaar number is 12 digits.",
  PAN_INVALID: "A PAN is five letters, four digits and a letter, like ABCDE1234F.",
  ADDRESS_REQUIRED: "Please enter the address.",
  ADMIN_NAME_REQUIRED: "Please enter the first admin's name.",
  ADMIN_EMAIL_REQUIRED: "Please enter the first admin's email address.",
  COMPANY_REQUIRED: "Please select a company.",
  HOST_REQUIRED: "Please enter the domain.",
  HOST_INVALID: "Please enter a domain only, like tokens.example.com.",
  API_ORIGIN_INVALID: "Please give each site as https://shop.example.com, without a path.",
  API_ORIGINS_TOO_MANY: "At most 20 sites can be named.",
  HOST_TAKEN: "This domain already belongs to a company.",
  HOST_JUST_REMOVED:
    "This domain was just taken from another company. It can be added to that one at once, and to others in {{wait}}.",
  DOMAIN_NOT_FOUND: "There is no such domain.",
  BRAND_NOT_FOUND: "There is no such brand.",
  BRAND_NO_DRAFT: "There is no draft. Somebody may have published or discarded it.",
  BRAND_NOT_VALID: "This brand cannot be used: {{reason}}.",
  BRAND_CHANGED: "Somebody else changed this brand meanwhile. Please reload it.",
  BRAND_CONTRAST_TOO_LOW: "These colours cannot be read well together: {{pair}}.",
  BRAND_ADDRESS_INVALID: "A token address is 0x and 40 digits or letters a to f.",
  BRAND_DECIMALS_INVALID: "A token has 18 decimals.",
  BRAND_TEXT_REQUIRED: "Please fill in every text of the brand.",
  BRAND_TEXT_TOO_LONG: "One of the texts is too long.",
  BRAND_TEXT_UNSAFE: "Texts of a brand cannot hold < > { } ` \\ or hidden characters.",
  BRAND_IMAGE_INVALID: "Please upload the picture here; pictures from other sites cannot be used.",
  BRAND_PICTURE_TYPE: "Please choose a PNG, WebP or AVIF picture.",
  BRAND_MEDIA_REPEATED: "Each social medium can be linked once.",
  BRAND_DISTRIBUTION_INVALID:
    "Each line of the distribution starts with a percentage, as in '50% Public Cell', and together they make 100%.",
  BRAND_TINT_INVALID: "The hue goes from 0 to 360 and the tint from 0 to 100.",
  BRAND_CHOICE_INVALID: "Please choose one of the offered values.",
  COLOUR_INVALID: "Please enter a colour like #1a2b3c.",
  LINK_INVALID: "Please enter a full address that starts with https://.",
} as const;
