"""A mail server (aiosmtpd) on loopback. Requires STARTTLS and a password, and prints each message as one line of JSON.

    receiver.py CERTIFICATE KEY

The first line that it prints is its port. It ends when standard input does. The local part of a recipient says how to answer: `unknown` 550 5.1.1,
`later` 451 4.7.1, `large` 552 5.3.4 after the message.
"""

import asyncio
import base64
import json
import ssl
import sys

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword


class Handler:
    async def handle_RCPT(self, server, session, envelope, address, options):
        local = address.split("@")[0]
        if local == "unknown":
            return "550 5.1.1 <" + address + "> does not exist"
        if local == "later":
            return "451 4.7.1 Come back later"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server, session, envelope):
        if envelope.rcpt_tos[0].startswith("large"):
            return "552 5.3.4 Message too large"
        tell(
            {
                "sender": envelope.mail_from, "recipients": envelope.rcpt_tos, "message": base64.b64encode(envelope.content).decode(),
                "client": session.host_name, "peer": str(session.peer), "options": envelope.mail_options,
                "login": getattr(session, "login_name", None) or "", "encrypted": session.ssl is not None,
            })
        return "250 2.0.0 Accepted"


def authenticate(server, session, envelope, mechanism, login):
    known = isinstance(login, LoginPassword) and (login.login, login.password) == (b"latchkey", "pass wörd".encode())
    session.login_name = mechanism
    # Not handled: the server sends the reply.
    return AuthResult(success=known, handled=False)


def tell(value):
    print(json.dumps(value), flush=True)


async def main():
    certificate, key, *excluded = sys.argv[1:]
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate, key)
    loop = asyncio.get_running_loop()

    def session():
        return SMTP(
            Handler(), hostname="mail.example.com", enable_SMTPUTF8=True, tls_context=context, require_starttls=True, auth_required=True,
            authenticator=authenticate, auth_exclude_mechanism=excluded, loop=loop)

    server = await loop.create_server(session, host="127.0.0.1", port=0)
    tell(server.sockets[0].getsockname()[1])
    await loop.run_in_executor(None, sys.stdin.read)
    server.close()


if __name__ == "__main__":
    asyncio.run(main())
