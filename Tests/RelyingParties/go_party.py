"""golang-jwt, x/oauth2 and go-oidc, in a server of their own: go_shop, which `scripts/setup test` builds where Go is installed.

Reached by host mapping.
"""

import http.client
import json
import pathlib
import subprocess

from visits import serve_visits

PROGRAM = pathlib.Path(__file__).resolve().parent.parent.parent / ".tools/go-shop/shop"


def make_shop(setup):
    shop = subprocess.Popen([PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    shop.stdin.write(json.dumps(setup.task))
    shop.stdin.flush()
    port = int(shop.stdout.readline())

    def application(environ, start_response):
        """Passes each request on to the server, and its answer back."""
        path = environ["PATH_INFO"] + ("?" + environ["QUERY_STRING"] if environ.get("QUERY_STRING") else "")
        headers = {"Host": environ["HTTP_HOST"]}
        for name, field in (("HTTP_COOKIE", "Cookie"), ("CONTENT_TYPE", "Content-Type"), ("HTTP_ORIGIN", "Origin")):
            if environ.get(name):
                headers[field] = environ[name]
        body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
        connection.request(environ["REQUEST_METHOD"], path, body, headers)
        answer = connection.getresponse()
        content = answer.read()
        start_response(f"{answer.status} {answer.reason}", answer.getheaders())
        return [content]

    return application


if __name__ == "__main__":
    serve_visits(make_shop, begin="/sign-in")
