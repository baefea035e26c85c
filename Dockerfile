# The bot in a container; docs/hosting.md tells how to run it.
FROM python:3.13-slim

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
COPY pyproject.toml setup.py constraints.txt README.md LICENSE ./
# One layer of pinned dependencies, with the driver for PostgreSQL and the faster event loop; it stays until a pin changes.
RUN pip install -c constraints.txt '.[fast,postgres]'
COPY rules rules
COPY bot bot
COPY cogs cogs
COPY course course
RUN pip install --no-deps --force-reinstall .

USER dice-poker
WORKDIR /data
VOLUME /data
# Engines start a container again whatever its exit code is: a fault of the host must not cost the token.
ENV DATABASE_URL=sqlite:////data/dice-poker.sqlite3 \
    HEALTH_PORT=8080 \
    ON_FAULT=stay

STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=120s --retries=3 \
    CMD ["dice-poker", "health"]
ENTRYPOINT ["dice-poker"]
CMD ["run"]
