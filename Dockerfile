# Kith without a database of its own: give it DATABASE_URL and APP_URL, and a volume at /data (docs/deployment.md).
#   docker build -t kith .
FROM node:24-bookworm AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
# Optional packages that compile are needed, install scripts are not.
RUN npm ci --omit=dev --include=optional --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run image -- /image

FROM debian:bookworm-slim
ARG VERSION=unreleased
LABEL org.opencontainers.image.title="Kith" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.description="Workspace-scoped contact manager whose imports are exact, survive a crash, explain every rejected row and can be undone." \
  org.opencontainers.image.licenses="MIT"
RUN groupadd --gid 10001 kith \
  && useradd --uid 10001 --gid kith --no-create-home --home-dir /data --shell /usr/sbin/nologin kith \
  && install --directory --owner=kith --group=kith --mode=0711 /data
COPY --from=build /usr/local/bin/node /usr/local/bin/node
# Owned by root, so that the app cannot change itself.
COPY --from=build /image /app
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER 10001:10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=6s --start-period=60s --retries=3 CMD ["node", "scripts/health.mjs"]
# SIGTERM stops it within ten seconds, SIGHUP replaces its processes.
STOPSIGNAL SIGTERM
CMD ["node", "scripts/start.mjs"]
