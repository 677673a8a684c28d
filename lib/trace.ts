/**
 * Names as OpenTelemetry has them, with few and short values. Never what a contact says, a person's name or address, the
 * parameters of a statement or the path of somebody else's address: traces leave the machine.
 */
export type Attributes = Record<string, string | number | boolean>;

export interface Begun {
  name: string;
  kind: "server" | "client" | "internal";
  attributes: Attributes;
  /** W3C Trace Context of the caller, whose trace this becomes a part of. */
  traceparent?: string | null;
}

/** A piece of work that is measured. */
export interface Span {
  set(attributes: Attributes): void;
  /** The work went wrong without an error being thrown. */
  fail(type: string): void;
  end(): void;
}

export interface Tracer {
  /** Runs work as a span of its own: what begins within is below it. It ends when the promise settles. */
  run<T>(begun: Begun, work: (span: Span) => Promise<T>): Promise<T>;
  /** Begins a span below the present one. Undefined where there is none: what nobody asked for is not told. */
  below(begun: Begun): Span | undefined;
}

const holder = globalThis as typeof globalThis & { kithTracer?: Tracer };

/** From now on work is told (lib/server/tracing.ts). */
export function setTracer(tracer: Tracer | undefined): void {
  holder.kithTracer = tracer;
}

/** Runs work, as a span where this process traces. Otherwise it costs a call. */
export function traced<T>(begun: () => Begun, work: (span?: Span) => Promise<T>): Promise<T> {
  const { kithTracer } = holder;
  return kithTracer ? kithTracer.run(begun(), work) : work();
}
