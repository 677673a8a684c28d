import { expect, it, vi } from "vitest";

const tokenOf = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.x`;

it("lets no token pass but those of the page's first user", async () => {
  vi.resetModules();
  const { ofOwner, OtherAccount, pageEnded } = await import("./page-owner");
  const [ada, adaAgain, bob] = [
    tokenOf({ sub: "a?>" }),
    tokenOf({ sub: "a?>", n: "ä" }),
    tokenOf({ sub: "b" }),
  ];
  expect(ofOwner(null)).toBeNull();
  expect([ofOwner("opaque"), ofOwner(ada), ofOwner(adaAgain)]).toEqual(["opaque", ada, adaAgain]);
  expect(pageEnded.get()).toBeNull();
  expect(() => ofOwner(bob)).toThrow(OtherAccount);
  expect(pageEnded.get()).toBe("account");
  expect(ofOwner(ada)).toBe(ada);
});
