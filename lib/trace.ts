/**
 * Names as OpenTelemetry defines them, with few and short values. Never contact data, a person's name or address, the
 * parameters of a statement or the path of a foreign URL: traces leave the machine.
 */
export type Attributes = Record<string, string | number | boolean>;

export interface Begun {
  name: string;
  kind: "server" | "client" | "internal";
  attributes: Attributes;
  /** W3C Trace Context of the caller, whose trace this continues. */
  traceparent?: string | null;
}

/** A piece of work that is measured. */
export interface Span {
  set(attributes: Attributes): void;
  /** The work failed without throwing an error. */
  fail(type: string): void;
  end(): void;
}

export interface Tracer {
  /** Runs work as a span: spans that begin within it are its children. It ends when the promise settles. */
  run<T>(begun: Begun, work: (span: Span) => Promise<T>): Promise<T>;
  /** Begins a child of the current span. Undefined if there is none: work that no request or job caused is not traced. */
  below(begun: Begun): Span | undefined;
}

const holder = globalThis as typeof globalThis & { kithTracer?: Tracer };

/** From now on work is traced (lib/server/tracing.ts). */
export function setTracer(tracer: Tracer | undefined): void {
  holder.kithTracer = tracer;
}

/** Runs work, as a span where this process traces. Otherwise it costs a call. */
export function traced<T>(begun: () => Begun, work: (span?: Span) => Promise<T>): Promise<T> {
  const { kithTracer } = holder;
  return kithTracer ? kithTracer.run(begun(), work) : work();
}
