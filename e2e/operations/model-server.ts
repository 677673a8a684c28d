import { createServer, type ServerResponse } from "node:http";
import { bodyOf } from "@/lib/testing/doubles/http";
import { serve } from "@/lib/testing/doubles/serve";

/** The model's answer, as JSON or as text; or what the server does instead of answering. */
export type Completion = string | object | ((response: ServerResponse) => unknown);

export interface ModelServer {
  url: string;
  answer: Completion;
  /** Every request's body. */
  bodies: string[];
  close(): Promise<void>;
}

/** A server that speaks OpenAI's Chat Completions and gives the prepared answers. */
export async function modelServer(): Promise<ModelServer> {
  const server = createServer(async (request, response) => {
    model.bodies.push(String(await bodyOf(request)));
    const { answer } = model;
    if (typeof answer === "function") return void answer(response);
    const content = typeof answer === "string" ? answer : JSON.stringify(answer);
    const choices = [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }];
    const completion = { id: "1", object: "chat.completion", created: 1, model: "m", choices, usage: null };
    response.setHeader("content-type", "application/json").end(JSON.stringify(completion));
  });
  const { port, close } = await serve(server);
  const model: ModelServer = { url: `http://127.0.0.1:${port}`, answer: "", bodies: [], close };
  return model;
}
