# One image for every program of a deployment, of the same wheel that `pip` installs; compose.yaml and deploy/kubernetes say which
# program a container runs (`ahm-server start web`). PostgreSQL and Redis are servers of their own, so it brings none.
#
# The base is the index for all platforms of 3.11.16, as the registry named it in October 2026. To renew it, read the digest of today
# and write it here, or give it with --build-arg BASE=...:
#   docker buildx imagetools inspect docker.io/library/python:3.11-slim-bookworm
ARG BASE=docker.io/library/python:3.11-slim-bookworm@sha256:a36c24f9cbdf4fd0f52d67f0823eeac19c2028c637cecc392d97f980d4fec56b

# ---- the wheel
FROM ${BASE} AS wheel
WORKDIR /source
COPY deploy/requirements-build.lock ./
RUN pip install --no-cache-dir --require-hashes --only-binary :all: -r requirements-build.lock
COPY . .
RUN pip wheel --no-cache-dir --no-index --no-deps --no-build-isolation --wheel-dir /wheel .

# ---- everything installed, without pip
FROM ${BASE} AS installed
RUN python -m venv --without-pip /srv/ahm
COPY deploy/requirements-image.lock ./
RUN pip --python /srv/ahm/bin/python install --no-cache-dir --require-hashes --only-binary :all: -r requirements-image.lock
COPY --from=wheel /wheel /wheel
RUN pip --python /srv/ahm/bin/python install --no-cache-dir --no-index --no-deps /wheel/*.whl
# Collecting the statics reads the settings but uses none of these addresses.
RUN SECRET_KEY=only-while-building DATABASE_URL=postgresql://unused/unused REDIS_URL=redis://unused STATIC_ROOT=/srv/ahm/static \
    BASE_URL=https://unused.example.org DJANGO_SETTINGS_MODULE=config.settings.prod \
    /srv/ahm/bin/ahm-server collectstatic --noinput --verbosity 0

# ---- the image
FROM ${BASE}
ENV PATH=/srv/ahm/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DJANGO_SETTINGS_MODULE=config.settings.prod \
    HOST=0.0.0.0 \
    DATA_DIR=/var/lib/ahm \
    STATIC_ROOT=/srv/ahm/static
RUN useradd --system --uid 10001 --home-dir /var/lib/ahm --create-home ahm
COPY --from=installed /srv/ahm /srv/ahm
USER 10001
WORKDIR /var/lib/ahm
VOLUME /var/lib/ahm
EXPOSE 8000 8001
# SIGTERM stops every program: requests and tasks under way are finished first.
STOPSIGNAL SIGTERM
CMD ["ahm-server", "start", "web"]
