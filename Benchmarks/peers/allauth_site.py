"""django-allauth as it is measured: its headless API for apps, sessions in SQLite, argon2id at our cost.

`allauth_site.py` makes the tables and one account; `allauth_site:application` is what gunicorn serves. PEER_FOLDER says where.
"""

import os
import pathlib

import django
from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher

FOLDER = pathlib.Path(os.environ["PEER_FOLDER"])


class Argon2id(Argon2PasswordHasher):
    time_cost, memory_cost, parallelism = 2, 19456, 1


if not settings.configured:
    settings.configure(
        SECRET_KEY="of no worth: made for one measurement", ALLOWED_HOSTS=["*"], ROOT_URLCONF="allauth_site", USE_TZ=True,
        INSTALLED_APPS=[
            "django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions", "django.contrib.messages", "allauth",
            "allauth.account", "allauth.headless",
        ],
        MIDDLEWARE=[
            "django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.common.CommonMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware", "django.contrib.messages.middleware.MessageMiddleware",
            "allauth.account.middleware.AccountMiddleware",
        ],
        TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}],
        DATABASES={"default": {
            "ENGINE": "django.db.backends.sqlite3", "NAME": FOLDER / "allauth.sqlite3", "CONN_MAX_AGE": None,
            "OPTIONS": {"init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;", "transaction_mode": "IMMEDIATE"},
        }},
        CACHES={"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}},
        AUTHENTICATION_BACKENDS=["allauth.account.auth_backends.AuthenticationBackend"],
        PASSWORD_HASHERS=["allauth_site.Argon2id"],
        ACCOUNT_LOGIN_METHODS={"username"}, ACCOUNT_SIGNUP_FIELDS=["username*", "password1*"], ACCOUNT_EMAIL_VERIFICATION="none",
        ACCOUNT_RATE_LIMITS=False, HEADLESS_ONLY=True, HEADLESS_CLIENTS=("app",),
        LOGGING={"version": 1, "disable_existing_loggers": True},
    )
    django.setup()

from django.urls import include, path  # noqa: E402

urlpatterns = [path("accounts/", include("allauth.urls")), path("_allauth/", include("allauth.headless.urls"))]

if __name__ == "__main__":
    import sys

    from django.contrib.auth import get_user_model
    from django.core.management import call_command

    sys.modules["allauth_site"] = sys.modules["__main__"]
    call_command("migrate", verbosity=0)
    get_user_model().objects.create_user(username=os.environ["PEER_USER"], password=os.environ["PEER_PASSWORD"])
else:
    from django.core.wsgi import get_wsgi_application

    application = get_wsgi_application()
