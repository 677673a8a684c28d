import { expect, it } from "vitest";
import { type TurnLimits, Turns } from "./turns";

/** Runs that are ended by hand, and the order in which they began. */
function stage(limits: Partial<TurnLimits> = {}) {
  const turns = new Turns({ atOnce: 1, perWorkspace: 1, sliceMs: 0, ...limits });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const take = (workspaceId: string, id: string, signal?: AbortSignal) =>
    turns.take(
      workspaceId,
      id,
      () =>
        new Promise<string>((resolve) => {
          begun.push(id);
          ends.set(id, () => resolve(id));
        }),
      signal,
    );
  const end = async (id: string) => {
    ends.get(id)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { turns, begun, take, end, settled };
}

it("takes workspaces by turns, however many runs one of them asks for", async () => {
  const { begun, take, end, settled } = stage();
  for (const id of ["a1", "a2", "a3"]) void take("a", id);
  for (const id of ["b1", "b2"]) void take("b", id);
  await settled();
  for (const id of ["a1", "b1", "a2", "b2"]) await end(id);
  expect(begun).toEqual(["a1", "b1", "a2", "b2", "a3"]);
});

it("keeps places for other workspaces", async () => {
  const { begun, take, settled } = stage({ atOnce: 3, perWorkspace: 2 });
  for (const id of ["a1", "a2", "a3", "a4"]) void take("a", id);
  await settled();
  expect(begun).toEqual(["a1", "a2"]);
  void take("b", "b1");
  await settled();
  expect(begun).toEqual(["a1", "a2", "b1"]);
});

it("lets a run with the id of a waiting one join it, and one beside a running one begin at once", async () => {
  const { turns, begun, take, end, settled } = stage();
  const first = take("a", "a1");
  await settled();
  const again = take("a", "a1");
  await settled();
  expect(begun).toEqual(["a1", "a1"]); // the lease decides which of the two works
  const waiting = [take("a", "a2"), take("a", "a2")];
  expect(turns.waitingFor("a")).toBe(1);
  await end("a1");
  expect(await again).toBe("a1");
  void first;
  expect(waiting[0]).toBe(waiting[1]);
});

it("frees the place of a run that fails, and of one that nobody waits for any more", async () => {
  const turns = new Turns({ atOnce: 1, perWorkspace: 1, sliceMs: 0 });
  const failing = turns.take("a", "a1", () => Promise.reject(new Error("broken")));
  const gone = new AbortController();
  const left = turns.take("b", "b1", async () => "never", gone.signal);
  gone.abort(new Error("left"));
  await expect(left).rejects.toThrow("left");
  await expect(failing).rejects.toThrow("broken");
  expect(await turns.take("c", "c1", async () => "done")).toBe("done");
});

it("asks a run to make room when another workspace waits, and not for its own", async () => {
  const turns = new Turns({ atOnce: 1, perWorkspace: 1, sliceMs: -1 });
  const asked: boolean[] = [];
  await turns.take("a", "a1", async ({ isOver }) => {
    asked.push(isOver());
    void turns.take("a", "a2", async () => undefined);
    asked.push(isOver());
    void turns.take("b", "b1", async () => undefined);
    asked.push(isOver());
  });
  expect(asked).toEqual([false, false, true]);
});
