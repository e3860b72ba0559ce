#!/usr/bin/env python3
"""Registers a member, buys, adds the bank's entry, approves, and waits for the event.

SITE is a company's address, ENTRIES_KEY and DECIDE_KEY are keys of the page Machines, and
HOOK_PORT and HOOK_SECRET are of an address for events that leads here.
"""

import base64, hashlib, hmac, json, os, threading, time, urllib.request, uuid
from http.server import BaseHTTPRequestHandler, HTTPServer

SITE, SECRET = os.environ["SITE"], base64.b64decode(os.environ["HOOK_SECRET"][len("whsec_") :])
DAY = time.strftime("%Y-%m-%d", time.gmtime(time.time() + 5.5 * 3600))
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
received, events = set(), []
is_approved = threading.Event()


class Hook(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        about, at = self.headers["webhook-id"], self.headers["webhook-timestamp"]
        text = f"{about}.{at}.".encode() + body
        signature = "v1," + base64.b64encode(hmac.digest(SECRET, text, hashlib.sha256)).decode()
        is_ours = hmac.compare_digest(signature, self.headers["webhook-signature"])
        is_new = abs(time.time() - int(at)) < 300
        self.send_response(204 if is_ours and is_new else 401)
        self.end_headers()
        if is_ours and is_new and about not in received:  # An event may come twice.
            received.add(about)
            events.append(json.loads(body))
            if events[-1]["type"] == "order.approved":
                is_approved.set()

    def log_message(self, *_):
        pass


def call(method, path, fields=None, token=None, file=None):
    headers = {"idempotency-key": str(uuid.uuid4()), "content-type": "application/json"}
    body = None if fields is None else json.dumps(fields).encode()
    if token:
        headers["authorization"] = f"Bearer {token}"
    if file:
        headers["content-type"] = "multipart/form-data; boundary=cut"
        part = '--cut\r\ncontent-disposition: form-data; name="medias"; filename="slip.png"\r\n\r\n'
        body = part.encode() + file + b"\r\n--cut--\r\n"
    request = urllib.request.Request(f"{SITE}/api/v1{path}", body, headers, method=method)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["data"]


hook = HTTPServer(("127.0.0.1", int(os.environ["HOOK_PORT"])), Hook)
threading.Thread(target=hook.serve_forever, daemon=True).start()

email, password = f"asha.{uuid.uuid4().hex[:8]}@example.com", "a pass phrase of Asha"
asha = {"name": "Asha Rao", "email": email, "mobile": "9876543210"}
call("POST", "/user/auth/register/otp", asha)
code = {"otp": input(f"The code that was mailed to {email}: ")}
call("POST", "/user/auth/register", {**asha, **code, "dateOfBirth": "1990-01-31", "password": password})
member = call("POST", "/user/auth/login", {"user": email, "password": password})["token"]

number = str(uuid.uuid4().int)[:12]
[receipt] = call("POST", "/superadmin/media/add", token=member, file=base64.b64decode(PIXEL))
payment = {"paymentMethod": "UPI", "amount": "1000", "referenceNumber": number, "receiptId": receipt["id"]}
order = call("POST", "/user/package/purchase", payment, member)

entry = {"bookedOn": DAY, "amount": order["finalAmount"], "narration": f"UPI/{number}/asha@okbank"}
call("POST", "/admin/statement/entry", entry, os.environ["ENTRIES_KEY"])
call("POST", "/admin/transaction/approve", {"id": order["id"]}, os.environ["DECIDE_KEY"])
if not is_approved.wait(60):
    raise SystemExit("No event came.")
for event in events:
    print(event["type"], event["data"].get("orderNumber", event["data"]["memberId"]))
