import { z } from "zod";
import { bodyOf, type ServiceDouble, sendJson, serviceDouble } from "./http";

const request = z.object({ messages: z.array(z.object({ role: z.string(), content: z.string() })) });
const question = z.object({
  columns: z.array(z.object({ index: z.number(), header: z.string() })),
  fields: z.array(z.string()),
});

/**
 * A server that speaks OpenAI's Chat Completions and maps the columns with the headers in `knows` to the fields given
 * there. It skips all other columns.
 */
export async function modelDouble(knows: Record<string, string>): Promise<ServiceDouble> {
  return serviceDouble(async (incoming, response) => {
    const { messages } = request.parse(JSON.parse(String(await bodyOf(incoming))));
    const asked = question.parse(JSON.parse(messages.findLast(({ role }) => role === "user")?.content ?? ""));
    const columns = asked.columns.map(({ index, header }) => ({ index, field: knows[header] ?? "skip" }));
    const message = { role: "assistant", content: JSON.stringify({ columns }) };
    const choices = [{ index: 0, message, finish_reason: "stop" }];
    const answer = { id: "1", object: "chat.completion", created: 1, model: "double", choices, usage: null };
    sendJson(response, 200, answer);
  });
}
