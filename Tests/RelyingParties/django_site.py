"""What a Django project needs besides its sign-in library: settings, a database in memory, an application."""

import django
from django.conf import settings
from django.core.management import call_command
from django.core.wsgi import get_wsgi_application

from visits import SHOP


def make_site(addresses, applications, middleware, templates, **more):
    """The WSGI application of a project with these settings.

    `addresses` gives the project's URL patterns; it is called when Django is set up. `templates` holds texts by name, which
    replace those of the applications.
    """
    settings.configure(
        SECRET_KEY="a secret of the shop, for tests only",
        ALLOWED_HOSTS=[SHOP],
        INSTALLED_APPS=[
            "django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions", "django.contrib.messages",
            *applications,
        ],
        MIDDLEWARE=[
            "django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.common.CommonMiddleware",
            "django.middleware.csrf.CsrfViewMiddleware", "django.contrib.auth.middleware.AuthenticationMiddleware",
            "django.contrib.messages.middleware.MessageMiddleware", *middleware,
        ],
        TEMPLATES=[{
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "OPTIONS": {
                "context_processors": [
                    "django.template.context_processors.request", "django.contrib.auth.context_processors.auth",
                    "django.contrib.messages.context_processors.messages",
                ],
                "loaders": [
                    ("django.template.loaders.locmem.Loader", templates), "django.template.loaders.app_directories.Loader",
                ],
            },
        }],
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        SESSION_COOKIE_SECURE=True,
        LOGIN_REDIRECT_URL="/",
        USE_TZ=True,
        **more)
    django.setup()
    settings.ROOT_URLCONF = tuple(addresses())
    call_command("migrate", verbosity=0)
    return get_wsgi_application()
