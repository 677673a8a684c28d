/**
 * The parts of undici's dispatcher that are needed here; Node's own `fetch` and the package share the place where it
 * is stored.
 */
interface Dispatcher {
  compose(interceptor: (dispatch: Dispatch) => Dispatch): Dispatcher;
}
type Dispatch = (options: object, handler: object) => boolean;

const PLACES = ["undici.globalDispatcher.1", "undici.globalDispatcher.2"].map((name) => Symbol.for(name));
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

const holder = globalThis as typeof globalThis & {
  kithStays?: boolean;
  [place: symbol]: Dispatcher | undefined;
};

/**
 * Makes every request of this process refuse redirects: services are where the operator configured them, and an
 * answer must not send tokens or contacts to another address or into the internal network. Done here because not
 * every SDK has an option for it. Applied once.
 */
export async function refuseRedirects(): Promise<void> {
  if (holder.kithStays) return;
  holder.kithStays = true;
  await fetch("data:,"); // Node makes its dispatcher when it is first needed.
  for (const place of PLACES) {
    const present = holder[place];
    if (present) Object.defineProperty(holder, place, { value: present.compose(staying), writable: true });
  }
}

const staying =
  (dispatch: Dispatch): Dispatch =>
  (options, handler) =>
    dispatch(options, strict(handler));

/** The same handler, for which a redirect is an error. undici has two ways to report the status. */
function strict(handler: object): object {
  return new Proxy(handler, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== "function") return method;
      const at = name === "onHeaders" ? 0 : name === "onResponseStart" ? 1 : -1;
      return (...given: unknown[]) => {
        if (at >= 0 && REDIRECTS.has(Number(given[at]))) throw new Error("a redirect, which is not followed");
        return method.apply(target, given);
      };
    },
  });
}
