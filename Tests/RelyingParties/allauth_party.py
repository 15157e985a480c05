"""django-allauth's Apple provider.

Reached by host mapping: the library keeps Apple's addresses, and nothing but settings is its user's.
"""

from django.http import JsonResponse
from django.urls import include, path

from django_site import make_site
from visits import serve_visits

# In place of the library's page of that name, as its users replace it.
ERROR_PAGE = """{"error": {"code": "{{ auth_error.code }}", "message": "{{ auth_error.exception|escapejs }}"}}"""


def make_shop(setup):
    return make_site(
        addresses, ["allauth", "allauth.account", "allauth.socialaccount", "allauth.socialaccount.providers.apple"],
        ["allauth.account.middleware.AccountMiddleware"], {"socialaccount/authentication_error.html": ERROR_PAGE},
        AUTHENTICATION_BACKENDS=["allauth.account.auth_backends.AuthenticationBackend"],
        SOCIALACCOUNT_PROVIDERS={"apple": {"APPS": [{
            "client_id": setup.client_id, "secret": setup.key_id, "key": setup.team, "settings": {"certificate_key": setup.key},
        }]}},
        SOCIALACCOUNT_LOGIN_ON_GET=True,
        SOCIALACCOUNT_QUERY_EMAIL=True,
        ACCOUNT_EMAIL_VERIFICATION="none")


def addresses():
    return [path("accounts/", include("allauth.urls")), path("", account)]


def account(request):
    user = request.user
    linked = user.socialaccount_set.get(provider="apple")
    address = user.emailaddress_set.first()
    return JsonResponse({
        "account": str(user.pk), "subject": linked.uid, "email": user.email,
        "emailIsVerified": address.verified if address else None, "isPrivateEmail": linked.extra_data.get("is_private_email"),
        "givenName": user.first_name, "familyName": user.last_name,
    })


if __name__ == "__main__":
    serve_visits(make_shop, begin="/accounts/apple/login/")
