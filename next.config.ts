import type { NextConfig } from "next";

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  serverExternalPackages: ["postgres", "pino", "@fastify/busboy"],
  typescript: { ignoreBuildErrors: false },
};

export default config;
