"""social-auth-core's Apple backend, in a Django project by social-auth-app-django.

Reached by overriding its addresses: two by settings, the third by a class attribute, for which there is no setting.
"""

from django.http import HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.urls import include, path
from social_core.backends.apple import AppleIdAuth

from django_site import make_site
from visits import serve_visits


class ShopAppleIdAuth(AppleIdAuth):
    """The backend with other addresses."""


def make_shop(setup):
    ShopAppleIdAuth.JWK_URL = setup.base_url + "/auth/keys"
    return make_site(
        addresses, ["social_django"], ["social_django.middleware.SocialAuthExceptionMiddleware"], {},
        AUTHENTICATION_BACKENDS=[f"{__name__}.ShopAppleIdAuth"],
        SOCIAL_AUTH_APPLE_ID_AUTHORIZATION_URL=setup.base_url + "/auth/authorize",
        SOCIAL_AUTH_APPLE_ID_ACCESS_TOKEN_URL=setup.base_url + "/auth/token",
        SOCIAL_AUTH_APPLE_ID_CLIENT=setup.client_id,
        SOCIAL_AUTH_APPLE_ID_TEAM=setup.team,
        SOCIAL_AUTH_APPLE_ID_KEY=setup.key_id,
        SOCIAL_AUTH_APPLE_ID_SECRET=setup.key,
        SOCIAL_AUTH_APPLE_ID_SCOPE=["name", "email"],
        # Apple's form comes from another site; with Django's default the session is not found again.
        SESSION_COOKIE_SAMESITE="None",
        SOCIAL_AUTH_ERROR_TRANSPORT=["query"],
        SOCIAL_AUTH_ERROR_INCLUDE_METADATA=True,
        LOGIN_ERROR_URL="/rejected")


def addresses():
    return [
        path("", include("social_django.urls", namespace="social")),
        path("", account), path("sign-in", sign_in), path("rejected", rejected),
    ]


def sign_in(request):
    """The shop's page; the library begins by POST only."""
    token = f'<input type="hidden" name="csrfmiddlewaretoken" value="{get_token(request)}">'
    return HttpResponse(f'<form method="post" action="/login/apple-id/">{token}<button>Sign in with Apple</button></form>')


def account(request):
    user = request.user
    linked = user.social_auth.get(provider="apple-id")
    return JsonResponse({
        "account": str(user.pk), "subject": linked.uid, "email": user.email,
        "givenName": user.first_name, "familyName": user.last_name,
    })


def rejected(request):
    return JsonResponse({"error": {"code": request.GET["error_code"], "message": request.GET["message"]}})


if __name__ == "__main__":
    serve_visits(make_shop, begin="/sign-in")
