import type { NextConfig } from "next";
import { FALLBACK_POLICY, PAGE_HEADERS } from "./lib/page-headers";

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Besides what `next start` serves: the server with only the packages it needs, from which images are built
  // (scripts/lib/image.mjs).
  output: "standalone",
  serverExternalPackages: ["postgres", "pino", "@fastify/busboy"],
  // Without tests, whose tools are not part of an installation that only runs the product.
  typescript: { ignoreBuildErrors: false, tsconfigPath: "tsconfig.build.json" },
  // Nothing uses the optimiser: unoptimised, /_next/image answers 404 and never decodes an untrusted image.
  images: { unoptimized: true },
  // Every response has these, whatever its path or request headers; middleware.ts gives pages a policy of their own in
  // place of the fallback.
  headers: async () => {
    const headers = { ...PAGE_HEADERS, "Content-Security-Policy": FALLBACK_POLICY };
    return [{ source: "/:path*", headers: Object.entries(headers).map(([key, value]) => ({ key, value })) }];
  },
};

export default config;
