# The bot in a container; docs/hosting.md tells how to run it.
FROM python:3.13-slim@sha256:9662417aace5ae7b8e2609cce472b72a8958e134ba372808abe9cc1a0c0125e6

ENV PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    PIP_NO_CACHE_DIR=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1

# The image has the standard library without its compiled modules, and nobody may write them later;
# pip compiles what it installs.
RUN python -m compileall -q -j 0 -x site-packages "$(python -c 'import os; print(os.path.dirname(os.__file__))')"

# A user of its own, without a shell; its number stays the same, for the rights on /data.
RUN useradd --uid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin dice-poker \
    && install -d -o dice-poker -g dice-poker -m 700 /data

WORKDIR /app
COPY pyproject.toml setup.py image-requirements.txt README.md LICENSE ./
# One layer of what .ci/image-requirements has written, with the driver for PostgreSQL and the faster JSON; a file
# with another hash is refused. It stays until a pin changes.
RUN pip install --require-hashes --only-binary :all: -r image-requirements.txt
COPY rules rules
COPY bot bot
COPY cogs cogs
COPY course course
RUN pip install --no-deps --no-build-isolation .

USER dice-poker
WORKDIR /data
VOLUME /data
ENV DATABASE_URL=sqlite:////data/dice-poker.sqlite3 \
    HEALTH_PORT=8080

STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=120s --retries=3 \
    CMD ["dice-poker", "health"]
ENTRYPOINT ["dice-poker"]
# Engines start a container again whatever its exit code is: a fault of the host must not cost the token.
CMD ["run", "--stay"]
