"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import { type Format, formatter } from "./format";
import { type Catalogue, type Language, type Translate, translator } from "./messages/catalogue";

interface Speech {
  t: Translate;
  format: Format;
  language: Language;
}

const Context = createContext<Speech | null>(null);

/** Hands the catalogue of the chosen language, sent by the server, to every component below. */
export function SpeechProvider({
  catalogue,
  language,
  locale,
  children,
}: {
  catalogue: Catalogue;
  language: Language;
  /** The locale for numbers and dates: the language as it is used in a country. */
  locale: string;
  children: ReactNode;
}) {
  const value = useMemo(
    () => ({ t: translator(catalogue, locale), format: formatter(locale), language }),
    [catalogue, language, locale],
  );
  return <Context value={value}>{children}</Context>;
}

function useSpeech(): Speech {
  const value = useContext(Context);
  if (!value) throw new Error("SpeechProvider is missing");
  return value;
}

/** The function that formats a message of the catalogue. */
export function useT(): Translate {
  return useSpeech().t;
}

/** Numbers, dates and sizes in the user's language and time zone. */
export function useFormat(): Format {
  return useSpeech().format;
}

export function useLanguage(): Language {
  return useSpeech().language;
}
