"""A mail server (aiosmtpd) on loopback. Requires STARTTLS and a password, and prints each message as one line of JSON.

    receiver.py CERTIFICATE KEY [EXCLUDED MECHANISM]
    receiver.py plain

`plain` offers no STARTTLS and wants no password. The first line that it prints is its port. It ends when standard input does. The local part of a
recipient says how to answer:

    unknown   550 5.1.1               blocked  550 5.7.1                 full     552 5.2.2
    later     451 4.7.1               busy     450 4.2.1                 large    552 5.3.4 after the message
    greylist  451 4.7.1, then 250     early    a second reply at once    half     half a reply to the message, and the end
    lost      the message is accepted, and the connection ends before the reply
    silent    the message is accepted, and no reply is sent
    mute      the same for the first message; the others get their reply
    held      no reply to the first recipient, which it prints; the others are accepted
"""

import asyncio
import base64
import json
import ssl
import sys

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword

REPLIES = {
    "unknown": "550 5.1.1 The mailbox does not exist", "blocked": "550 5.7.1 Blocked", "full": "552 5.2.2 The mailbox is full",
    "later": "451 4.7.1 Come back later", "busy": "450 4.2.1 The mailbox is busy", "early": "250 2.1.5 OK\r\n250 2.0.0 Accepted",
}
SEEN = set()


class Handler:
    async def handle_RCPT(self, server, session, envelope, address, options):
        local = address.split("@")[0]
        if local == "greylist" and address not in SEEN:
            SEEN.add(address)
            return REPLIES["later"]
        if local == "held" and address not in SEEN:
            SEEN.add(address)
            tell({"held": address})
            await asyncio.Event().wait()
        if local in REPLIES and local != "early":
            return REPLIES[local]
        envelope.rcpt_tos.append(address)
        return REPLIES.get(local, "250 2.1.5 OK")

    async def handle_DATA(self, server, session, envelope):
        local = envelope.rcpt_tos[0].split("@")[0]
        if local == "large":
            return "552 5.3.4 Message too large"
        if local == "half":
            server.transport.write(b"25")
            server.transport.close()
            await asyncio.Event().wait()
        tell(
            {
                "sender": envelope.mail_from, "recipients": envelope.rcpt_tos, "message": base64.b64encode(envelope.content).decode(),
                "client": session.host_name, "peer": str(session.peer), "options": envelope.mail_options,
                "login": getattr(session, "login_name", None) or "", "encrypted": session.ssl is not None,
            })
        if local == "lost":
            server.transport.close()
        is_first = envelope.rcpt_tos[0] not in SEEN
        SEEN.add(envelope.rcpt_tos[0])
        if local in ("lost", "silent") or local == "mute" and is_first:
            await asyncio.Event().wait()
        return "250 2.0.0 Accepted"


def authenticate(server, session, envelope, mechanism, login):
    known = isinstance(login, LoginPassword) and (login.login, login.password) == (b"latchkey", "pass wörd".encode())
    session.login_name = mechanism
    # Not handled: the server sends the reply.
    return AuthResult(success=known, handled=False)


def tell(value):
    print(json.dumps(value), flush=True)


def security():
    if sys.argv[1:] == ["plain"]:
        return {}
    certificate, key, *excluded = sys.argv[1:]
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate, key)
    return {
        "tls_context": context, "require_starttls": True, "auth_required": True, "authenticator": authenticate,
        "auth_exclude_mechanism": excluded,
    }


async def main():
    options = security()
    loop = asyncio.get_running_loop()

    def session():
        return SMTP(Handler(), hostname="mail.example.com", enable_SMTPUTF8=True, loop=loop, **options)

    server = await loop.create_server(session, host="127.0.0.1", port=0)
    tell(server.sockets[0].getsockname()[1])
    await loop.run_in_executor(None, sys.stdin.read)
    server.close()


if __name__ == "__main__":
    asyncio.run(main())
