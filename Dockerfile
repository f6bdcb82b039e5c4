# docker build -t scenic-console . && docker run -p 3000:3000 -v console:/data -e PUBLIC_ORIGINS=https://… scenic-console
FROM node:22-bookworm-slim AS build
WORKDIR /source
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run release \
 && mkdir /release \
 && tar -xzf .cache/release/scenic-console-*.tar.gz --strip-components=1 -C /release

FROM node:22-bookworm-slim
COPY --from=build /release /opt/console
# Owned by root: the account that runs it cannot change what it runs.
RUN install -d -o node -g node -m 0700 /data
USER node
WORKDIR /opt/console
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
# Longer than DRAIN_SECONDS and STOP_SECONDS together: docker stop --time 30.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/start.mjs"]
