# One image for every process of a deployment; compose.yaml says which process a container runs.
FROM python:3.11-slim-bookworm

ENV PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    PIP_NO_CACHE_DIR=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1 \
    DJANGO_SETTINGS_MODULE=config.settings.prod \
    DATA_DIR=/var/lib/ahm \
    STATIC_ROOT=/srv/ahm/static

RUN useradd --system --uid 10001 --home-dir /var/lib/ahm --create-home ahm

WORKDIR /srv/ahm
COPY requirements.lock ./
RUN pip install --require-hashes --only-binary :all: -r requirements.lock

COPY . .
# Collecting the admin's files reads the settings but uses none of these addresses.
RUN SECRET_KEY=only-while-building DATABASE_URL=postgresql://unused/unused REDIS_URL=redis://unused \
    BASE_URL=https://unused.example.org python manage.py collectstatic --noinput --verbosity 0 \
    && python -m compileall -q config marketplace webhooks wallet escrow humans bounties qa

USER ahm
VOLUME /var/lib/ahm
EXPOSE 8000

# SIGINT, because granian ends its workers cleanly on it; the others in compose.yaml name their own.
STOPSIGNAL SIGINT
CMD ["granian", "--interface", "wsgi", "--host", "0.0.0.0", "--port", "8000", \
     "--workers", "2", "--blocking-threads", "16", "--workers-kill-timeout", "20", \
     "--http", "1", "--no-ws", "--http1-header-read-timeout", "15000", "--http1-buffer-size", "24576", \
     "--no-access-log", "--log-level", "error", "config.wsgi:application"]
