/** The mark, a k drawn as two strokes that meet, and the name. */
export function Wordmark({ name }: { name: string }) {
  return (
    <span className="inline-flex items-center gap-2.5 font-semibold text-lg tracking-[-0.015em]">
      <svg viewBox="0 0 32 32" aria-hidden="true" className="size-6">
        <rect width="32" height="32" rx="7" className="fill-accent" />
        <path
          d="M10 7v18M22.5 8.5 12 17m3.8-3L23 24"
          fill="none"
          className="stroke-on-accent"
          strokeWidth="3.2"
          strokeLinecap="square"
        />
      </svg>
      {name}
    </span>
  );
}
