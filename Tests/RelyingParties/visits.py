"""What the programs of this folder have in common: a shop with "Sign in with Apple", and people who visit it.

Each program sets up one library as its users do and calls `serve_visits`. On standard input comes one JSON object:

    emulator   baseURL, securePort: where the emulator listens; the certificate authority is in the environment, as
               REQUESTS_CA_BUNDLE and SSL_CERT_FILE
    client     id, team, keyID, key: what the shop's developer got from Apple
    visits     for each visit
                 person    who signs in, by the emulator's id
                 decision  "continue" or "cancel"
                 email     "share" or "hide"
                 givenName, familyName   what is typed over the name on the sheet, where given
                 code      "fresh", or "used": the answer carries the code of the visit before

On standard output goes one line of JSON for each visit: what the shop's page says at the end of it.
"""

import faulthandler
import json
import re
import socket
import sys
import urllib.parse

from browser import Browser, Form, Page

SHOP = "shop.example.com"
APPLE = "appleid.apple.com"
LONGEST_RUN = 120   # seconds


class Setup:
    """What the shop's developer has to know."""

    def __init__(self, values):
        self.task = values
        self.base_url = values["emulator"]["baseURL"]
        self.client_id = values["client"]["id"]
        self.team = values["client"]["team"]
        self.key_id = values["client"]["keyID"]
        self.key = values["client"]["key"]


def serve_visits(make_shop, begin):
    """Runs the visits on standard input.

    `make_shop` takes the `Setup` and gives the shop's WSGI application; `begin` is the path of its sign-in.
    """
    faulthandler.dump_traceback_later(LONGEST_RUN, exit=True)
    task = json.load(sys.stdin)
    map_hosts(task["emulator"]["securePort"])
    browser = Browser({SHOP: make_shop(Setup(task))})
    last = None
    for visit in task["visits"]:
        browser.forget(SHOP)
        last, page = sign_in(browser, f"https://{SHOP}{begin}", visit, last)
        try:
            said = json.loads(page.text)
        except ValueError:
            said = {"unexpected": f"{page.status} at {page.url}: {page.text[:2000]}"}
        print(json.dumps(said), flush=True)


def sign_in(browser, address, visit, last):
    """Goes from the shop's link to the page at the end; returns the form that Apple's page sent, too."""
    page = browser.get(address, follow=False)
    if form := next(iter(page.forms()), None):
        page = browser.submit(form, page, follow=False)
    if "Location" not in page.headers:
        return None, page
    request = page.headers["Location"]
    if visit["code"] == "used":
        form, page = replayed(last, request)
    else:
        page = browser.visit("GET", request, None, origin=f"https://{SHOP}")
        form, page = answered(browser, page, visit)
        if form is None:
            return None, page
    return form, browser.submit(form, page)


def answered(browser, page, visit):
    """Walks the sheet. Gives the form that leads back to the shop, and its page; no form where nothing leads further."""
    for _ in range(6):
        if back := next((form for form in page.forms() if urllib.parse.urlsplit(form.action).hostname == SHOP), None):
            return back, page
        if visit["decision"] == "cancel":
            form = page.form("/sheet/cancel")
        elif form := page.form("/sheet/account", person=visit["person"]):
            pass
        elif form := page.form("/sheet/code"):
            form.fields["code"] = re.search(r'class="digits">(\d{6})<', page.text)[1]
        elif form := page.form("/sheet/consent"):
            typed = {"given-name": visit.get("givenName"), "family-name": visit.get("familyName"), "email-choice": visit["email"]}
            form.fields |= {name: value for name, value in typed.items() if name in form.fields and value is not None}
        if form is None:
            break
        page = browser.submit(form, page)
    return None, page


def replayed(last, request):
    """The answer of an earlier sign-in, as an answer to this request."""
    query = urllib.parse.parse_qs(urllib.parse.urlsplit(request).query)
    form = Form(last.action)
    form.fields = last.fields | {"state": query["state"][0]}
    return form, Page(request, 200, {}, "")


def map_hosts(secure_port):
    """Makes Apple's host this machine's, as a line in /etc/hosts and a port forwarding would, and all others unreachable."""
    look_up = socket.getaddrinfo

    def mapped(host, port, *rest, **named):
        if host == APPLE and port == 443:
            return look_up("127.0.0.1", secure_port, *rest, **named)
        if host not in ("127.0.0.1", "localhost"):
            raise socket.gaierror(socket.EAI_NONAME, f"{host}:{port} is not to be asked in this test")
        return look_up(host, port, *rest, **named)

    socket.getaddrinfo = mapped
