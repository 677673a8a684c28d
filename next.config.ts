import type { NextConfig } from "next";
import { FALLBACK_POLICY, PAGE_HEADERS } from "./lib/page-headers";

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Besides what `next start` serves: the server with the packages it needs alone, of which images are made
  // (scripts/lib/image.mjs).
  output: "standalone",
  serverExternalPackages: ["postgres", "pino", "@fastify/busboy"],
  // Without tests, whose tools are no part of an installation that only runs the product.
  typescript: { ignoreBuildErrors: false, tsconfigPath: "tsconfig.build.json" },
  // Nothing uses the optimiser: unoptimised, /_next/image answers 404 and decodes no picture of a stranger.
  images: { unoptimized: true },
  // Everything has these, whatever its name or the headers it was asked with; middleware.ts gives pages a policy of
  // their own in place of the fallback.
  headers: async () => {
    const headers = { ...PAGE_HEADERS, "Content-Security-Policy": FALLBACK_POLICY };
    return [{ source: "/:path*", headers: Object.entries(headers).map(([key, value]) => ({ key, value })) }];
  },
};

export default config;
