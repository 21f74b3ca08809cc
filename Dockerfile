FROM node:24-slim AS build
WORKDIR /app
COPY . .
RUN npm ci && npm run build

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data MALLOC_ARENA_MAX=2 \
  NODE_COMPILE_CACHE=/home/node/.cache/node
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY scripts ./scripts
COPY backend/package.json ./backend/
RUN npm ci --omit=dev && mkdir /data && chown node:node /data
COPY backend ./backend
COPY composition ./composition
COPY contract ./contract
COPY functions ./functions
COPY mails ./mails
COPY site ./site
COPY supabase ./supabase
COPY server.ts settings.ts ./
COPY --from=build /app/build ./build
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=1024", "server.ts"]
