import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";
import { AccessProvider } from "@/lib/client/access";
import { SpeechProvider } from "@/lib/client/i18n";
import { en } from "@/lib/client/messages/en";
import type { Permission } from "@/lib/workspaces/roles";
import { FieldsSection } from "./fields-section";

function read(permissions: Permission[]): string {
  vi.stubGlobal("document", { documentElement: { lang: "en" } });
  const queries = new QueryClient();
  queries.setQueryData(["fields"], { data: [] });
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <SpeechProvider catalogue={en} language="en" locale="en-GB">
        <AccessProvider initial={{ id: null, name: "Acme", role: "viewer", permissions }}>
          <FieldsSection />
        </AccessProvider>
      </SpeechProvider>
    </QueryClientProvider>,
  );
}

afterEach(() => void vi.unstubAllGlobals());

it("tells those who may create a field to create one here, and nobody else", () => {
  expect(read(["write"])).toContain("Create one here");
  expect(read([])).toContain("No custom fields yet.");
  expect(read([])).not.toContain("Create one here");
});
