import { headers } from "next/headers";

/** A script that runs before React does. */
export async function EarlyScript({ children }: { children: string }) {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  return (
    <script nonce={nonce} suppressHydrationWarning>
      {children}
    </script>
  );
}
