"""Authlib's OpenID Connect client, in Flask.

Authlib has no support for Apple. Its users configure the discovery document and create the client secret; so does this program.
Reached by host mapping.
"""

import json
import time

from authlib.common.errors import AuthlibBaseError
from authlib.integrations.flask_client import OAuth
from flask import Flask, jsonify, redirect, request, session, url_for
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import ECKey

from visits import APPLE, serve_visits

SECRET_LIFETIME = 300   # seconds


def make_shop(setup):
    shop = Flask(__name__)
    # Apple's form comes from another site; with Flask's default the session is not found again.
    shop.config.update(
        SECRET_KEY="a secret of the shop, for tests only", SESSION_COOKIE_SECURE=True, SESSION_COOKIE_SAMESITE="None",
        PREFERRED_URL_SCHEME="https")
    apple = OAuth(shop).register(
        "apple", client_id=setup.client_id, client_secret=client_secret(setup),
        server_metadata_url=f"https://{APPLE}/.well-known/openid-configuration",
        authorize_params={"response_mode": "form_post"},
        client_kwargs={"scope": "openid name email", "token_endpoint_auth_method": "client_secret_post"})
    accounts = {}

    @shop.get("/sign-in")
    def sign_in():
        return apple.authorize_redirect(url_for("callback", _external=True))

    @shop.post("/sign-in/apple/callback")
    def callback():
        try:
            claims = apple.authorize_access_token()["userinfo"]
        except (AuthlibBaseError, JoseError) as rejection:
            return jsonify(error={"code": rejection.error, "message": rejection.description})
        name = json.loads(request.form.get("user", "{}")).get("name", {})
        known = accounts.setdefault(claims["sub"], {"account": str(len(accounts) + 1), "name": name})
        session["account"] = {
            "account": known["account"], "subject": claims["sub"], "email": claims.get("email", ""),
            "emailIsVerified": said(claims, "email_verified"), "isPrivateEmail": said(claims, "is_private_email"),
            "givenName": known["name"].get("firstName", ""), "familyName": known["name"].get("lastName", ""),
        }
        return redirect(url_for("account"), 303)

    @shop.get("/")
    def account():
        return jsonify(session["account"])

    return shop


def said(claims, name):
    """A claim that was a string until 2024 and is a Boolean since; the library hands on what came."""
    return {"true": True, "false": False}.get(claims.get(name), claims.get(name))


def client_secret(setup):
    """The JSON Web Token that Apple takes for a client secret."""
    now = int(time.time())
    claims = {
        "iss": setup.team, "iat": now, "exp": now + SECRET_LIFETIME, "aud": f"https://{APPLE}", "sub": setup.client_id}
    return jwt.encode({"alg": "ES256", "kid": setup.key_id}, claims, ECKey.import_key(setup.key))


if __name__ == "__main__":
    serve_visits(make_shop, begin="/sign-in")
