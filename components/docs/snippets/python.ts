import { type Call, urlOf } from "./call";
import { literal, type Syntax } from "./literal";

const SYNTAX: Syntax = {
  key: (name) => JSON.stringify(name),
  space: "",
  indent: "    ",
  words: { true: "True", false: "False", null: "None" },
};
const variable = (name: string) => `{os.environ['${name}']}`;
const quoted = (text: string) => `${text.includes("{os.") ? "f" : ""}"${text}"`;

/** With the standard library alone, which has no forms: files are sent as the body. */
export function python(call: Call): string {
  const { method, secret, body, answers } = call;
  const url = quoted(urlOf(call, variable));
  const media = body && ("file" in body ? body.media : "application/json");
  const headers = [
    secret && `        "Authorization": ${quoted(`Bearer ${variable(secret)}`)},\n`,
    media && `        "Content-Type": "${media}",\n`,
  ].filter(Boolean);
  const options = [
    method !== "GET" && `    method="${method}",\n`,
    headers.length > 0 && `    headers={\n${headers.join("")}    },\n`,
    body && `    data=${dataOf(body)},\n`,
  ].filter(Boolean);
  const names = [
    ((body && "json" in body) || answers === "json") && "import json\n",
    (secret || url.startsWith("f")) && "import os\n",
  ].filter(Boolean);
  const result = {
    json: "print(json.load(response))",
    text: "print(response.read().decode())",
    nothing: "pass",
  };
  return `${names.join("")}from urllib.request import Request, urlopen

request = Request(
    ${url},
${options.join("")})
with urlopen(request) as response:
    ${result[answers]}`;
}

function dataOf(body: NonNullable<Call["body"]>): string {
  return "json" in body
    ? `json.dumps(${literal(body.json, SYNTAX, "    ")}).encode()`
    : `open("${body.file}", "rb").read()`;
}
