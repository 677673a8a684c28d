import { newWorkspace } from "@/lib/testing/workspace";
import { endpoint, type Got, json, type Sent, send } from "./operations";

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export type Call = (id: string, sent?: Sent) => Promise<Got>;

export interface Client {
  workspaceId: string;
  userId: string;
  email: string;
  token: string;
  call: Call;
}

/** A signed-in client of a new workspace that calls operations by their ids. */
export async function newClient(name = "acme"): Promise<Client> {
  const { id, user, token } = await newWorkspace(name);
  const call: Call = (operation, sent = {}) => {
    const { handler, method } = endpoint(operation);
    return send(handler, { method, ...sent, headers: { authorization: `Bearer ${token}`, ...sent.headers } });
  };
  return { workspaceId: id, userId: user.id, email: user.email, token, call };
}

let made = 0;

export async function addContact({ call }: Client, values: Record<string, unknown> = {}) {
  const answer = await call(
    "createContact",
    json({ email: `c${++made}@example.com`, first_name: "Ada", ...values }),
  );
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json;
}

export async function addTag({ call }: Client, name = `Tag ${++made}`) {
  const answer = await call("createTag", json({ name }));
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json;
}

export function csv(text: string, filename = "people.csv"): Sent {
  return { body: text, query: { filename }, headers: { "content-type": "text/csv" } };
}
