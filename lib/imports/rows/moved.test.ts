import { expect, it } from "vitest";
import { catalogues } from "@/lib/client/messages/all";
import { recordError } from "@/lib/imports/limits";
import { isReason } from "./moved";

/** The reasons by which a moved row is known are those that the file of rejected rows says, in every language. */
it.each(Object.entries(catalogues))(
  "knows what was said of rows that were too wide (%s)",
  (language, said) => {
    // In English, the file says what the API says.
    const quote = language === "en" ? recordError("unbalanced_quote").message : said["row.unbalancedQuote"];
    const reasons = [said["row.tooManyCells"], said["row.surplusCells"], quote].map(String);
    expect(reasons.filter((reason) => !isReason(reason))).toEqual([]);
  },
);
