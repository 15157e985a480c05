"""Verifies a webhook with the standardwebhooks library. Input: one JSON object, `secret`, `headers` and `body` (base64). Output: true or false."""

import base64
import json
import sys

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

given = json.load(sys.stdin)
try:
    Webhook(given["secret"]).verify(base64.b64decode(given["body"]), given["headers"])
    print("true")
except WebhookVerificationError:
    print("false")
