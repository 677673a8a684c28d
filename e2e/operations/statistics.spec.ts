import { expect, type Platform, test } from "./platform";
import { signUp } from "./user";

/** Records every computation: the cache's row is written once for each. */
async function noteComputations({ pg }: Platform): Promise<() => Promise<number>> {
  await pg.unsafe(`
    create table computations (at timestamptz default clock_timestamp());
    create function note_computation() returns trigger language plpgsql security definer as
      'begin insert into computations default values; return new; end';
    create trigger note after update of value on stats_cache for each row execute function note_computation()`);
  return async () => (await pg`select 1 from computations`).length;
}

test("two processes compute a cold workspace's statistics once for 100 requests at once, and hold them for 5 minutes", async ({
  platform,
}) => {
  const [one, other] = await Promise.all([platform.start(), platform.start()]);
  const user = await signUp(platform, one);
  const computations = await noteComputations(platform);
  const read = async (app = other) => {
    const { status, body } = await user.ask(app, "GET", "/api/stats");
    expect(status).toBe(200);
    return body;
  };
  const age = (interval: string) =>
    platform.pg`update stats_cache set computed_at = computed_at - ${interval}::interval`;

  const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => read(n % 2 ? one : other)));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toMatchObject({ totalContacts: 0, totalImports: 0 });
  expect(await computations()).toBe(1);

  const contact = { email: "ada@example.com", first_name: "Ada" };
  expect((await user.ask(one, "POST", "/api/contacts", contact)).status).toBe(201);
  expect([await read(one), await read(other)]).toEqual([answers[0], answers[0]]);
  await age("4 minutes");
  expect([await read(one), await read(other)]).toEqual([answers[0], answers[0]]);
  expect(await computations()).toBe(1);

  await age("1 minute");
  const fresh = await Promise.all([read(one), read(other)]);
  for (const answer of fresh) expect(answer).toMatchObject({ totalContacts: 1, contactsThisMonth: 1 });
  expect(await computations()).toBe(2);
});
