import { isLanguage } from "@/lib/client/messages/catalogue";
import { type Speech, speechIn } from "@/lib/email/speech";
import type { UserRow } from "./users";

/** The language of mails to a user: the one that sign-up or the settings stored in the user's metadata. */
export function speechTo(user: Pick<UserRow, "raw_user_meta_data"> | undefined): Speech {
  const language = user?.raw_user_meta_data.language;
  return speechIn(isLanguage(language) ? language : "en");
}
