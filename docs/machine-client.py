#!/usr/bin/env python3
"""Registers a member, buys, adds the bank's entry, approves, and waits for the events.

SITE is a company's address. Its page Machines makes the two keys and the HOOK_SECRET of HOOK_PORT.
"""

import base64, hashlib, hmac, json, os, time, urllib.request, uuid
from http.server import BaseHTTPRequestHandler, HTTPServer

SITE, SECRET = os.environ["SITE"], base64.b64decode(os.environ["HOOK_SECRET"][len("whsec_") :])
DAY = time.strftime("%Y-%m-%d", time.gmtime(time.time() + 5.5 * 3600))
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
events = {}  # By their id, since one may come twice.


class Hook(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        about, at = self.headers["webhook-id"], self.headers["webhook-timestamp"]
        mac = hmac.digest(SECRET, f"{about}.{at}.".encode() + body, hashlib.sha256)
        signature = "v1," + base64.b64encode(mac).decode()
        is_signed = hmac.compare_digest(signature, self.headers["webhook-signature"])
        is_ours = is_signed and abs(time.time() - int(at)) < 300
        self.send_response(204 if is_ours else 401)
        self.end_headers()
        if is_ours:
            events[about] = json.loads(body)


def post(path, body, token=None, kind="application/json"):
    headers = {"content-type": kind, "idempotency-key": str(uuid.uuid4())}
    if token:
        headers["authorization"] = f"Bearer {token}"
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(f"{SITE}/api/v1{path}", data, headers)) as answer:
        return json.load(answer)["data"]


hook = HTTPServer(("127.0.0.1", int(os.environ["HOOK_PORT"])), Hook)
email, password = f"asha.{uuid.uuid4().hex[:8]}@example.com", "a pass phrase of Asha"
asha = {"name": "Asha Rao", "email": email, "mobile": "9876543210"}
post("/user/auth/register/otp", asha)
asha |= {"otp": input(f"The code that was mailed to {email}: "), "password": password}
post("/user/auth/register", asha | {"dateOfBirth": "1990-01-31"})
member = post("/user/auth/login", {"user": email, "password": password})["token"]

head = '--cut\r\ncontent-disposition: form-data; name="medias"; filename="slip.png"\r\n\r\n'
slip = head.encode() + base64.b64decode(PIXEL) + b"\r\n--cut--\r\n"
[receipt] = post("/superadmin/media/add", slip, member, "multipart/form-data; boundary=cut")
number = str(uuid.uuid4().int)[:12]
payment = {"paymentMethod": "UPI", "amount": "1000", "referenceNumber": number}
order = post("/user/package/purchase", payment | {"receiptId": receipt["id"]}, member)

entry = {"bookedOn": DAY, "amount": order["finalAmount"], "narration": f"UPI/{number}/asha@okbank"}
post("/admin/statement/entry", entry, os.environ["ENTRIES_KEY"])
post("/admin/transaction/approve", {"id": order["id"]}, os.environ["DECIDE_KEY"])
while "order.approved" not in [event["type"] for event in events.values()]:
    hook.handle_request()
for event in events.values():
    print(event["type"], event["data"].get("orderNumber", event["data"]["memberId"]))
