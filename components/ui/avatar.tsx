"use client";

import { useState } from "react";
import { cx } from "./cx";

/** The first letters of a name, or of the e-mail address. */
function initials(name: string, email: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0] ?? email];
  return letters
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("")
    .toLocaleUpperCase();
}

interface AvatarProps {
  name: string;
  email: string;
  url: string | null;
  size?: "sm" | "lg";
}

/** A picture if it loads, otherwise initials; decorative, next to the name. */
export function Avatar({ name, email, url, size = "sm" }: AvatarProps) {
  const [loaded, setLoaded] = useState(false);
  return (
    <span
      aria-hidden="true"
      className={cx(
        "relative inline-flex shrink-0 select-none items-center justify-center overflow-hidden rounded-full bg-sunken font-medium text-muted",
        size === "sm" ? "size-7 text-[0.6875rem]" : "size-14 text-lg",
      )}
    >
      {initials(name, email)}
      {url && (
        // biome-ignore lint/performance/noImgElement: a third party's 56 px picture; optimising it would proxy it.
        <img
          alt=""
          src={url.replace("d=mp", "d=blank")}
          loading="lazy"
          referrerPolicy="no-referrer"
          className={cx("absolute inset-0 size-full object-cover", !loaded && "opacity-0")}
          onLoad={(event) => setLoaded(event.currentTarget.naturalWidth > 1)}
        />
      )}
    </span>
  );
}
