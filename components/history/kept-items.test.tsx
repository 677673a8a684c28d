import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { SpeechProvider } from "@/lib/client/i18n";
import { fr } from "@/lib/client/messages/fr";
import { KeptItems } from "./kept-items";

const kept = { of: "contact" as const, name: null, by: null };

it("links the address of a contact that was edited, and none that may be gone", () => {
  const page = renderToStaticMarkup(
    <SpeechProvider catalogue={fr} language="fr" locale="fr-FR">
      <KeptItems
        items={[
          { ...kept, id: "1", email: "ann@example.com", reason: "edited" },
          { ...kept, id: "2", email: "bea@example.com", reason: "deleted" },
          { ...kept, id: "3", email: "cleo@example.com", reason: "email_taken" },
          { ...kept, id: "4", email: null, of: "tag", reason: "in_use" },
        ]}
      />
    </SpeechProvider>,
  );
  expect(page.match(/href="\/contacts\/\d"/g)).toEqual(['href="/contacts/1"']);
  expect(page).toMatch(/>ann@example\.com<\/a>\u00a0: modifié depuis/);
  expect(page).toContain("bea@example.com\u00a0: supprimé depuis");
  expect(page).toContain("une étiquette");
});
