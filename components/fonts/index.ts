import localFont from "next/font/local";

/** IBM Plex Sans (OFL, see LICENSE): variable weight, with tabular figures. Latin is preloaded, the rest on demand. */
export const sans = localFont({
  src: "./ibm-plex-sans-latin-wght-normal.woff2",
  weight: "100 700",
  variable: "--font-latin",
  display: "swap",
  adjustFontFallback: "Arial",
});

export const sansExtended = localFont({
  src: "./ibm-plex-sans-latin-ext-wght-normal.woff2",
  weight: "100 700",
  variable: "--font-latin-ext",
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020",
    },
  ],
});

export const mono = localFont({
  src: "./ibm-plex-mono-latin-400-normal.woff2",
  weight: "400",
  variable: "--font-plex-mono",
  display: "swap",
  preload: false,
  adjustFontFallback: false,
});
