/**
 * The base of an error class whose `instanceof` also holds between copies of the class. The build gives routes and jobs
 * each their own copy of a module, and what they share on globalThis (the file store, the limiter, the pools) throws the
 * errors of whichever came first.
 */
export function ownError(name: string) {
  const brand = Symbol.for(`kith.${name}`);
  return class extends Error {
    override readonly name = name;

    constructor(message?: string, options?: ErrorOptions) {
      super(message, options);
      Object.defineProperty(this, brand, { value: true });
    }

    static override [Symbol.hasInstance](value: unknown): boolean {
      return typeof value === "object" && value !== null && brand in value;
    }
  };
}
