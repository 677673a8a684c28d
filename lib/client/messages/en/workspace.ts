export const workspace = {
  "overview.title": "Overview",
} as const;
