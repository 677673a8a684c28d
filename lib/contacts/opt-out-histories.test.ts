import { describe, expect, it } from "vitest";
import { resetEnv } from "@/lib/env";
import { batchesOf } from "@/lib/testing/imports";
import { wrongByArchive } from "@/lib/testing/opt-out-archive";
import { Histories } from "@/lib/testing/opt-out-histories";
import type { Outcome } from "@/lib/testing/opt-out-history-parts";
import { owner } from "@/lib/testing/owner";
import { recordFigure } from "@/scripts/reliability/record.mjs";
import { emptyDatabases, temporaryFolder } from "@/scripts/testing/databases.mjs";

const isFull = process.env.KITH_FULL === "1";
const PEOPLE = isFull ? 250 : 80;
const WHOLE = 20_000;
/** Number of histories, each of 14 events: 20 000 in the full run (`npm run histories`), or KITH_HISTORIES. */
const HISTORIES = Number(process.env.KITH_HISTORIES || (isFull ? WHOLE : 30));
const STEPS = 14;
/** The end of every so many workspaces is restored from an archive. */
const EACH_ARCHIVED = 10;

batchesOf(40);
const newDatabase = emptyDatabases();
const folder = temporaryFolder();

it(`subscribes nobody again in ${HISTORIES} generated histories`, { timeout: 7_200_000 }, async () => {
  const done = { histories: 0, events: 0, takenBack: 0, restored: 0, killed: 0 };
  const sum: Outcome = { ...done, resurrected: 0, blocked: 0 };
  let seed = 1;
  // An import may end before it can be killed: then a few workspaces more.
  const isMissed = () => sum.killed === 0 && seed <= 5;
  for (; sum.histories < HISTORIES || isMissed(); seed++) {
    const isArchived = seed % EACH_ARCHIVED === 1;
    const one = await Histories.run(seed, PEOPLE, STEPS, {
      kill: true,
      ...(isArchived && {
        atEnd: async (id, people) => wrongByArchive(id, people, { folder, url: await newDatabase() }),
      }),
    });
    for (const key of Object.keys(sum) as (keyof Outcome)[]) sum[key] += one[key];
    expect(sum, `seed ${seed}`).toMatchObject({ resurrected: 0, blocked: 0 });
  }
  console.info(`opt-outs: ${JSON.stringify(sum)}`);
  for (const count of ["takenBack", "restored", "killed"] as const)
    expect(sum[count], count).toBeGreaterThan(0);
  const { histories, events, resurrected, takenBack, restored, killed } = sum;
  recordFigure("opt-outs", {
    seed: `1–${seed - 1}`,
    size: { histories, events, "deleted contacts restored": restored, "kill -9": killed },
    measured: { "subscribed again": resurrected, "taken back by a decision": takenBack },
    isWhole: histories >= WHOLE,
  });
});

describe("goes red without", () => {
  const wrong = async () => {
    const { resurrected } = await Histories.run(1, 80, 10);
    return resurrected;
  };

  it.each(["inserted_opt_outs", "updated_opt_outs", "moved_opt_outs", "deleted_opt_outs"])(
    "the trigger contacts_%s",
    async (name) => {
      await owner().unsafe(`alter table contacts disable trigger contacts_${name}`);
      try {
        expect(await wrong()).toBeGreaterThan(0);
      } finally {
        await owner().unsafe(`alter table contacts enable trigger contacts_${name}`);
      }
    },
  );

  it("what is in the filter", { timeout: 180_000 }, async () => {
    await owner()`
      create function empty_filter() returns trigger language plpgsql as $$
      begin
        new.bits := decode(repeat('00', length(new.bits)), 'hex');
        return new;
      end $$`;
    await owner()`
      create trigger emptied before insert or update on opt_out_filters for each row execute function empty_filter()`;
    try {
      process.env.IMPORT_BATCH_ROWS = "1000";
      resetEnv();
      const { resurrected } = await Histories.run(4, 1000, 6);
      expect(resurrected).toBeGreaterThan(0);
    } finally {
      await owner()`drop trigger emptied on opt_out_filters`;
      await owner()`drop function empty_filter()`;
    }
  });
});
