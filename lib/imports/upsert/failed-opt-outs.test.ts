import { expect, it } from "vitest";
import { pg } from "@/db/client";
import { sendBatch, stateOf, takeBack } from "@/lib/testing/batches";
import { newWorkspace } from "@/lib/testing/workspace";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

async function unsubscribed(acme: Workspace): Promise<string[]> {
  const rows = await pg()<{ email: string }[]>`
    select email from contacts where workspace_id = ${acme.id} and is_unsubscribed order by 1`;
  return rows.map(({ email }) => email.replace("@example.com", ""));
}

const isOut = async (acme: Workspace, email: string) =>
  (await pg()`select is_opted_out(${acme.id}, ${email}) as is`)[0]?.is === true;

const LONG = "x".repeat(300);
const tags = Array.from({ length: 101 }, (_, n) => `t${n}`);
/** Rows that fail although their contact can be identified. */
const FAILING: Record<string, object> = {
  "a long name": { email: "p@example.com", first_name: LONG },
  "a long phone": { email: "p@example.com", phone: LONG },
  "a wrong type": { email: "P@Example.com", first_name: 5 },
  "tags that are no list": { email: "p@example.com", tags: "a" },
  "too many tags": { email: "p@example.com", tags },
  "a NUL": { email: "p@example.com", company: "a\0b" },
  "too many custom fields": {
    email: "p@example.com",
    custom_fields: Object.fromEntries(tags.map((key) => [key, "x"])),
  },
  "another id": { email: "p@example.com", external_id: "other" },
  "a long phone and no address": { external_id: "P", phone: LONG },
  "an address that is none": { email: "nonsense", external_id: "P" },
  "an address of another type": { email: 7, external_id: "P" },
  "an address with a name": { email: "Pat <P@example.com>" },
  "an address with a full stop": { email: "p@example.com." },
  "an address in full-width letters": { email: "ｐ＠example.com" },
};

it.each(Object.keys(FAILING))(
  "counts the opt-out of a contact that fails for %s, and takes it back",
  async (what) => {
    const acme = await newWorkspace();
    await sendBatch(acme, [
      { email: "p@example.com", external_id: "P" },
      { email: "q@example.com", external_id: "Q" },
    ]);
    const before = await stateOf(acme);
    const failing = { ...FAILING[what], is_unsubscribed: true };
    const dry = await sendBatch(acme, [failing], { dry_run: "true" });
    expect(dry.rows).toMatchObject([{ status: "failed", opted_out: true }]);
    expect(await stateOf(acme)).toBe(before);
    const { rows, change_id } = await sendBatch(acme, [failing, { email: "q@example.com", company: "Q" }]);
    expect(rows).toMatchObject([{ status: "failed", opted_out: true }, { status: "updated" }]);
    expect(await unsubscribed(acme)).toEqual(["p"]);
    await takeBack(acme, change_id);
    expect(await stateOf(acme)).toBe(before);
  },
);

it("remembers an address that is nobody's, and says nothing of an id that nobody has", async () => {
  const acme = await newWorkspace();
  const before = await stateOf(acme);
  const { rows, change_id } = await sendBatch(acme, [
    { email: "new@example.com", first_name: LONG, is_unsubscribed: true },
    { external_id: "unknown", is_unsubscribed: true },
    { email: "said@example.com", first_name: LONG, is_unsubscribed: "yes" },
    { email: "not@example.com", first_name: LONG, is_unsubscribed: false },
  ]);
  expect(rows.map((row: { opted_out?: boolean }) => row.opted_out ?? false)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(await isOut(acme, "new@example.com")).toBe(true);
  await takeBack(acme, change_id);
  expect(await stateOf(acme)).toBe(before);
});

it("counts beside a good row of the same person, new or known, before it and after it", async () => {
  for (const isKnown of [true, false])
    for (const isFirst of [true, false]) {
      const acme = await newWorkspace();
      if (isKnown) await sendBatch(acme, [{ email: "p@example.com", external_id: "P" }]);
      const before = await stateOf(acme);
      const good = { email: "p@example.com", external_id: "P", company: "Acme" };
      const bad = { email: "p@example.com", first_name: LONG, is_unsubscribed: true };
      const { change_id } = await sendBatch(acme, isFirst ? [bad, good] : [good, bad]);
      expect(await unsubscribed(acme)).toEqual(["p"]);
      await takeBack(acme, change_id);
      expect(await stateOf(acme)).toBe(before);
    }
});

it("unsubscribes whose address it is where the id is another's", async () => {
  const acme = await newWorkspace();
  await sendBatch(acme, [
    { email: "p@example.com", external_id: "P" },
    { email: "q@example.com", external_id: "Q" },
  ]);
  const { rows } = await sendBatch(acme, [
    { email: "p@example.com", external_id: "Q", is_unsubscribed: true },
  ]);
  expect(rows).toMatchObject([{ status: "failed", code: "email_taken", opted_out: true }]);
  expect(await unsubscribed(acme)).toEqual(["p"]);
});

it("counts everybody whom an address names that is none, and no id beside several", async () => {
  const acme = await newWorkspace();
  await sendBatch(acme, [
    { email: "p@example.com", external_id: "P" },
    { email: "q@example.com", external_id: "Q" },
    { email: "r@example.com", external_id: "R" },
  ]);
  const before = await stateOf(acme);
  const { rows, change_id } = await sendBatch(acme, [
    { email: "p@example.com; q@example.com; new@example.com", external_id: "R", is_unsubscribed: true },
  ]);
  expect(rows).toMatchObject([{ status: "failed", code: "email_invalid", opted_out: true }]);
  expect(await unsubscribed(acme)).toEqual(["p", "q"]);
  expect(await isOut(acme, "new@example.com")).toBe(true);
  await takeBack(acme, change_id);
  expect(await stateOf(acme)).toBe(before);
});
