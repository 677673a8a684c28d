import { isLanguage } from "@/lib/client/messages/catalogue";
import { type Speech, speechIn } from "@/lib/email/speech";
import type { UserRow } from "./users";

/** How mails to a user speak: in the language that sign-up or the settings left in the user's metadata. */
export function speechTo(user: Pick<UserRow, "raw_user_meta_data"> | undefined): Speech {
  const language = user?.raw_user_meta_data.language;
  return speechIn(isLanguage(language) ? language : "en");
}
