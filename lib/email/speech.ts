import { sayExportFailure, sayRowReason } from "@/lib/client/failure-words";
import { catalogues } from "@/lib/client/messages/all";
import { type Language, type Message, translator, type Values } from "@/lib/client/messages/catalogue";
import type { ExportFailure } from "./kinds";
import { de } from "./words/de";
import { en } from "./words/en";
import { es } from "./words/es";
import { fr } from "./words/fr";
import { ja } from "./words/ja";
import { pt } from "./words/pt";

type Word = keyof typeof en;

/** The texts of the mails, by language; the compiler requires each key of the English texts. */
export const mailWords: Record<Language, Record<Word, Message>> = { en, de, fr, es, pt, ja };

/** The formatting functions of a mail: a text, a number, a date in UTC, why a row was rejected. */
export interface Speech {
  language: Language;
  t: (key: Word, values?: Values) => string;
  /** 12345 → 12,345 */
  figure: (value: number) => string;
  /** 9 November, in UTC */
  day: (timestamp: string) => string;
  /** By its code; in the API's words if there is none, or one that is newer. Quotes no cell. */
  reason: (code: string | undefined, message: string) => string;
  /** Why an export failed. */
  exportFailure: (code: ExportFailure) => string;
}

/** English mails write dates in the form that is clear everywhere: 9 November. */
const localeOf = (language: Language) => (language === "en" ? "en-GB" : language);

export function speechIn(language: Language): Speech {
  const locale = localeOf(language);
  const whole = new Intl.NumberFormat(locale);
  const date = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", timeZone: "UTC" });
  const dashboard = translator(catalogues[language], locale);
  return {
    language,
    t: translator(mailWords[language], locale),
    figure: (value) => whole.format(value),
    day: (timestamp) => date.format(new Date(timestamp)),
    exportFailure: (failure_code) => sayExportFailure(dashboard, { failure_code, error_message: null }),
    reason: (code, message) => (code === undefined ? message : sayRowReason(dashboard, { code, message })),
  };
}
