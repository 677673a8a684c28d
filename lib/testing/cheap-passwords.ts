import { hashCost } from "@/lib/identity/embedded/passwords";

/** Imported by tests of what surrounds passwords: hashing at the real cost is most of their time. */
Object.assign(hashCost, { ln: 4, p: 1 });
