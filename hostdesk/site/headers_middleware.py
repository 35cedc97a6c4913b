"""The headers that every answer carries: pages, files, refusals and errors alike."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

# Nothing is allowed but what the desk itself serves; no inline script or style, no request to anywhere else.
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
# The address of the page stays out of the Referer, which no-referrer would do as well; but with that one browsers also
# hide where a form comes from, and it is refused as somebody else's.
ORIGIN_ONLY = "strict-origin"
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


def security_headers(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Return the middleware that adds `HEADERS` to an answer, whoever made it."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        kept = response.headers.get("Referrer-Policy")
        for name, value in HEADERS.items():
            response.headers[name] = value
        if kept == ORIGIN_ONLY:
            response.headers["Referrer-Policy"] = kept
        return response

    return answer
