"""A browser without scripts, as far as a web sign-in needs one: redirects, cookies, forms.

It keeps the rules that break such sign-ins in the field: a form that another site sends carries no cookie but those with
SameSite=None, which must be Secure (RFC 6265bis section 5.5); a cookie keeps to its path.

Sites are reached over the network, or where the application runs in this process by WSGI.
"""

import html.parser
import http.client
import http.cookies
import io
import urllib.parse
import wsgiref.util

MOST_REDIRECTS = 10


class Browser:
    def __init__(self, applications):
        """`applications` holds the WSGI application of each host in this process."""
        self.applications = applications
        self.cookies = []

    def get(self, url, *, follow=True):
        return self.visit("GET", url, None, origin=None, follow=follow)

    def submit(self, form, page, *, follow=True):
        """Sends a form of a page; what the form leaves out of its address comes from the page's."""
        address = urllib.parse.urljoin(page.url, form.action)
        return self.visit("POST", address, form.fields, origin=origin_of(page.url), follow=follow)

    def forget(self, host):
        """Ends all sessions with a host, as in a new browser."""
        self.cookies = [cookie for cookie in self.cookies if cookie.host != host]

    def visit(self, method, url, fields, *, origin, follow=True):
        """`origin` is the site whose page leads here; None where a person typed the address."""
        for _ in range(MOST_REDIRECTS):
            body = urllib.parse.urlencode(fields).encode() if fields is not None else b""
            page = self.request(method, url, body, origin)
            if page.status not in (301, 302, 303) or not follow:
                return page
            # A redirect keeps the site that began the navigation, and turns a form into a plain request.
            method, url, fields = "GET", urllib.parse.urljoin(url, page.headers["Location"]), None
        raise BrowserError(f"more than {MOST_REDIRECTS} redirects, the last to {url}")

    def request(self, method, url, body, origin):
        parts = urllib.parse.urlsplit(url)
        headers = {"Host": parts.netloc, "User-Agent": "Mozilla/5.0 (a browser for tests)", "Accept": "text/html"}
        if method == "POST":
            headers |= {"Content-Type": "application/x-www-form-urlencoded", "Origin": origin}
        crosses = origin is not None and origin != origin_of(url)
        sent = [cookie for cookie in self.cookies if cookie.goes_to(parts, method, crosses)]
        if sent:
            headers["Cookie"] = "; ".join(f"{cookie.name}={cookie.value}" for cookie in sent)
        application = self.applications.get(parts.hostname)
        status, received, content = (
            run(application, method, parts, headers, body) if application else fetch(method, parts, headers, body))
        for name, value in received:
            if name.lower() == "set-cookie":
                self.keep(value, parts)
        return Page(url, status, dict(received), content.decode())

    def keep(self, text, parts):
        for morsel in http.cookies.SimpleCookie(text).values():
            cookie = Cookie(morsel, parts)
            self.cookies = [each for each in self.cookies if each.key != cookie.key]
            if not cookie.is_over:
                self.cookies.append(cookie)


class Cookie:
    def __init__(self, morsel, parts):
        self.name, self.value, self.host = morsel.key, morsel.value, parts.hostname
        self.path = morsel["path"] or parts.path.rsplit("/", 1)[0] or "/"
        self.secure = bool(morsel["secure"])
        self.same_site = (morsel["samesite"] or "Lax").lower()
        self.is_over = morsel["max-age"] == "0" or morsel["expires"].startswith("Thu, 01 Jan 1970")
        if self.same_site == "none" and not self.secure:
            raise BrowserError(f"the cookie {self.name} has SameSite=None without Secure; browsers reject it")

    @property
    def key(self):
        return self.host, self.path, self.name

    def goes_to(self, parts, method, crosses_sites):
        if self.host != parts.hostname or self.secure and parts.scheme != "https":
            return False
        if not (parts.path == self.path or parts.path.startswith(self.path.rstrip("/") + "/")):
            return False
        if not crosses_sites or self.same_site == "none":
            return True
        return self.same_site == "lax" and method == "GET"


class Page:
    def __init__(self, url, status, headers, text):
        self.url, self.status, self.headers, self.text = url, status, headers, text

    def forms(self):
        reader = FormReader()
        reader.feed(self.text)
        return reader.forms

    def form(self, action, **fields):
        """The form with this `action` and these values; None if it does not exist."""
        for form in self.forms():
            if form.action == action and all(form.fields.get(name) == value for name, value in fields.items()):
                return form
        return None


class Form:
    def __init__(self, action):
        self.action = action
        self.fields = {}


class FormReader(html.parser.HTMLParser):
    """Collects the forms of a page as a browser would send them untouched."""

    def __init__(self):
        super().__init__()
        self.forms = []
        self.open = None

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag == "form":
            self.open = Form(values.get("action", ""))
            self.forms.append(self.open)
        elif tag == "input" and self.open is not None and "name" in values:
            if values.get("type") not in ("radio", "checkbox") or "checked" in values:
                self.open.fields[values["name"]] = values.get("value") or ""

    def handle_endtag(self, tag):
        if tag == "form":
            self.open = None


class BrowserError(Exception):
    """What a browser would reject, or show as an error page."""


def origin_of(url):
    parts = urllib.parse.urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def fetch(method, parts, headers, body):
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.hostname, parts.port, timeout=300)
    try:
        target = parts.path + ("?" + parts.query if parts.query else "")
        connection.request(method, target, body or None, headers)
        answer = connection.getresponse()
        return answer.status, answer.getheaders(), answer.read()
    finally:
        connection.close()


def run(application, method, parts, headers, body):
    """One request to a WSGI application (PEP 3333)."""
    environment = {
        "REQUEST_METHOD": method, "PATH_INFO": urllib.parse.unquote(parts.path), "QUERY_STRING": parts.query, "SCRIPT_NAME": "",
        "SERVER_NAME": parts.hostname, "SERVER_PORT": str(parts.port or 443), "wsgi.url_scheme": parts.scheme,
        "CONTENT_LENGTH": str(len(body)), "wsgi.input": io.BytesIO(body), "REMOTE_ADDR": "203.0.113.7",
    }
    for name, value in headers.items():
        name = name.upper().replace("-", "_")
        environment[name if name == "CONTENT_TYPE" else "HTTP_" + name] = value
    wsgiref.util.setup_testing_defaults(environment)
    started = []
    chunks = application(environment, lambda status, fields, problem=None: started.append((status, fields)))
    content = b"".join(chunks)
    if hasattr(chunks, "close"):
        chunks.close()
    status, fields = started[-1]
    return int(status.split()[0]), fields, content
