"""The addresses of the desk."""

from django.urls import path

from hostdesk import views

urlpatterns = [
    path("", views.home, name="home"),
    path("healthz", views.healthz, name="healthz"),
]
