"""Postfix as a smarthost on loopback. Requires STARTTLS and a password, and delivers to mailboxes in files.

    relay.py CERTIFICATE KEY FOLDER
    relay.py FOLDER

The first line that it prints is its port. When standard input ends, it waits until its queue is empty, prints each delivered message as one line of JSON
(the mailbox, and the file in base64, with LF between lines), and ends. The mailboxes are ada@example.net and 用户@example.net. Other recipients at
example.net do not exist (550), except later@example.net (450).

Without a certificate, it requires neither encryption nor a password, and accepts every message. The next mail server, another Postfix for example.org, rejects every
recipient (550 5.1.1), so Postfix sends a delivery report to the envelope sender. It pipes what goes to example.com to a program, which keeps it under the
recipient's address in place of a mailbox.

Postfix starts as root and changes its user for each program. Here libuid_wrapper pretends so, and all of it runs as one user without rights: the caller,
or `nobody` if that is root. `scripts/setup test` unpacks it in .tools/postfix. It accepts bare line feeds, as its default is, so that a client that sends
them could smuggle a message.
"""

import asyncio
import base64
import json
import os
import pathlib
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import time

PACKAGE = pathlib.Path(__file__).resolve().parents[2] / ".tools/postfix"
QUEUE = "active bounce corrupt defer deferred flush hold incoming maildrop pid private public saved trace"
USER, PASSWORD = b"latchkey", "pass wörd".encode()

SETTINGS = """
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
meta_directory = {folder}/settings
daemon_directory = {folder}/programs/sbin
command_directory = {folder}/programs/sbin
shlib_directory = {folder}/programs
mail_owner = postfix
setgid_group = postdrop
default_privs = unprivileged
import_environment = {variables}
export_environment = {variables}
maillog_file_prefixes = {folder}
maillog_file = {folder}/log
myhostname = mail.example.com
mydestination =
local_recipient_maps =
alias_maps =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
smtpd_peername_lookup = no
smtpd_forbid_bare_newline = no
"""

MAILBOXES = """
virtual_mailbox_domains = example.net
virtual_mailbox_maps = texthash:{folder}/settings/mailboxes
virtual_mailbox_base = {folder}/mail
virtual_uid_maps = static:{uid}
virtual_gid_maps = static:{gid}
smtpd_relay_restrictions = permit_sasl_authenticated, reject
smtpd_recipient_restrictions = check_recipient_access texthash:{folder}/settings/recipients, permit_sasl_authenticated, reject
smtpd_tls_security_level = encrypt
smtpd_tls_auth_only = yes
smtpd_tls_chain_files = {folder}/settings/key, {folder}/settings/certificate
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = {folder}/passwords
"""

BOUNCES = """
mynetworks = 127.0.0.0/8
recipient_delimiter = +
transport_maps = texthash:{folder}/settings/transports
"""

SERVICES = """
127.0.0.1:{port} inet n - n - - smtpd
postlog unix-dgram n - n - 1 postlogd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
proxymap unix - - n - - proxymap
anvil unix - - n - 1 anvil
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
"""

BOUNCE_SERVICES = """
127.0.0.1:{next_port} inet n - n - - smtpd
  -o myhostname=mail.example.org
  -o {{ smtpd_recipient_restrictions = check_recipient_access static:{{550 5.1.1 No such mailbox}}, reject }}
smtp unix - - n - - smtp
latchkey unix - n n - 1 pipe
  flags=q user=unprivileged argv=/bin/sh {folder}/settings/keep ${{original_recipient}}
"""

# Keeps standard input in a file that is complete as soon as it has its name.
KEEP = """
set -e
file=$(mktemp {folder}/mail/report.XXXXXX)
{{ printf '%s\\n' "$1"; cat; }} >"$file"
mv "$file" "$file.complete"
"""


async def check_passwords(reader, writer):
    """The protocol between Postfix and Dovecot, as far as AUTH PLAIN and LOGIN with an initial response need it."""
    writer.write(b"VERSION\t1\t2\nMECH\tPLAIN\tplaintext\nSPID\t1\nCUID\t1\nCOOKIE\t0\nDONE\n")
    while line := await reader.readline():
        command, *parts = line.decode().rstrip("\n").split("\t")
        if command != "AUTH":
            continue
        response = next((part[5:] for part in parts if part.startswith("resp=")), "")
        is_known = base64.b64decode(response).split(b"\0")[1:] == [USER, PASSWORD]
        writer.write((f"OK\t{parts[0]}\tuser=latchkey\n" if is_known else f"FAIL\t{parts[0]}\n").encode())


def prepare(folder, identity, port, owner):
    for name in [*(f"queue/{name}" for name in QUEUE.split()), "data", "mail", "settings"]:
        (folder / name).mkdir(parents=True)
    # The user may have no access to the repository.
    shutil.copytree(PACKAGE / "usr/lib/postfix", folder / "programs")
    settings = folder / "settings"
    for file, name in zip(identity, ["certificate", "key"]):
        shutil.copy(file, settings / name)
    (settings / "mailboxes").write_text("ada@example.net ada/\n用户@example.net user/\n")
    (settings / "recipients").write_text("later@example.net 450 come back later\n")
    (settings / "users").write_text(
        f"root:x:0:0::/:/bin/sh\npostfix:x:{owner.pw_uid}:{owner.pw_gid}::/:/bin/sh\nunprivileged:x:{owner.pw_uid + 1}:{owner.pw_gid + 1}::/:/bin/sh\n")
    (settings / "groups").write_text(
        f"root:x:0:\npostfix:x:{owner.pw_gid}:\nunprivileged:x:{owner.pw_gid + 1}:\npostdrop:x:{owner.pw_gid + 2}:\n")
    variables = {
        "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "MAIL_CONFIG": str(settings), "LD_LIBRARY_PATH": str(folder / "programs"),
        "LD_PRELOAD": "libnss_wrapper.so:libuid_wrapper.so", "UID_WRAPPER": "1", "UID_WRAPPER_ROOT": "1",
        "NSS_WRAPPER_PASSWD": str(settings / "users"), "NSS_WRAPPER_GROUP": str(settings / "groups"),
    }
    next_port = reserved_port()
    (settings / "transports").write_text(f"example.org smtp:[127.0.0.1]:{next_port}\nexample.com latchkey:\n")
    (settings / "keep").write_text(KEEP.format(folder=folder))
    values = {
        "folder": folder, "variables": " ".join(variables), "uid": owner.pw_uid, "gid": owner.pw_gid, "port": port,
        "next_port": next_port,
    }
    (settings / "main.cf").write_text((SETTINGS + (MAILBOXES if identity else BOUNCES)).format(**values))
    (settings / "master.cf").write_text((SERVICES + ("" if identity else BOUNCE_SERVICES)).format(**values))
    return variables


def delivered(folder):
    """The mailbox and the bytes of each message."""
    for file in sorted(folder.glob("mail/*/new/*")):
        yield file.parts[-3], file.read_bytes()
    for file in sorted(folder.glob("mail/*.complete")):
        recipient, _, message = file.read_bytes().partition(b"\n")
        yield recipient.decode(), message


def command(folder, owner, variables):
    become = ["setpriv", f"--reuid={owner.pw_uid}", f"--regid={owner.pw_gid}", "--clear-groups"] if os.geteuid() == 0 else []
    assignments = [f"{name}={value}" for name, value in variables.items()]
    # Not as an environment of `setpriv`, which needs the real rights.
    return [*become, "env", "-i", *assignments, str(folder / "programs/sbin/master"), "-d", "-c", str(folder / "settings")]


RESERVATIONS = []


def reserved_port():
    """A port that no other program gets until this one ends, and on which Postfix can listen."""
    reservation = socket.socket()
    reservation.bind(("127.0.0.1", 0))
    # Set after binding: before, it would share a port that another program reserves in the same way.
    reservation.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    RESERVATIONS.append(reservation)
    return reservation.getsockname()[1]


async def wait_until(holds, seconds=600):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if holds():
            return True
        await asyncio.sleep(0.05)
    return False


def is_listening(port):
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
            return connection.recv(4) == b"220 "
    except OSError:
        return False


async def main():
    *identity, name = sys.argv[1:]
    folder, port = pathlib.Path(name) / "postfix", reserved_port()
    owner = pwd.getpwnam("nobody") if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())
    variables = prepare(folder, identity, port, owner)
    await asyncio.start_unix_server(check_passwords, folder / "passwords")
    if os.geteuid() == 0:
        for path in [folder, *folder.rglob("*")]:
            os.chown(path, owner.pw_uid, owner.pw_gid)
    with open(folder / "output", "w") as output:
        master = subprocess.Popen(
            command(folder, owner, variables), stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True)
    # The test ends it so if it fails.
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, lambda: end(master) or os._exit(1))
    try:
        if not await wait_until(lambda: master.poll() is not None or is_listening(port)) or master.poll() is not None:
            sys.exit(f"Postfix does not start: {(folder / 'output').read_text()}{read(folder / 'log')}")
        print(port, flush=True)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
        queues = [folder / "queue" / name for name in ["maildrop", "incoming", "active"]]
        if not await wait_until(lambda: not any(any(queue.iterdir()) for queue in queues)):
            sys.exit(f"Postfix does not deliver: {read(folder / 'log')}")
        for mailbox, message in delivered(folder):
            print(json.dumps({"mailbox": mailbox, "message": base64.b64encode(message).decode()}), flush=True)
        print(read(folder / "log"), file=sys.stderr)
    finally:
        end(master)


def read(path):
    return path.read_text() if path.exists() else ""


def end(master):
    try:
        os.killpg(master.pid, signal.SIGTERM)
        master.wait(timeout=5)
        os.killpg(master.pid, signal.SIGKILL)
    except subprocess.TimeoutExpired:
        os.killpg(master.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


if __name__ == "__main__":
    asyncio.run(main())
