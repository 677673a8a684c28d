import { type Call, type Upload, urlOf } from "./call";
import { literal, type Syntax } from "./literal";

const SYNTAX: Syntax = {
  key: (name) => (/^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name)),
  space: " ",
  indent: "  ",
  words: { true: "true", false: "false", null: "null" },
};
const READ = 'import { readFile } from "node:fs/promises";\n';
/** Of the reader's environment, not ours. */
const variable = (name: string) => ["process", "env", name].join(".");
const quoted = (text: string) => (text.includes("${") ? `\`${text}\`` : JSON.stringify(text));

/** With what every runtime has. */
export function javascript(call: Call): string {
  const { method, secret, body, answers } = call;
  const upload = body && "file" in body ? body : null;
  const headers = [
    secret && `    Authorization: \`Bearer \${${variable(secret)}}\`,\n`,
    body && !upload?.field && `    "Content-Type": "${upload?.media ?? "application/json"}",\n`,
  ].filter(Boolean);
  const options = [
    method !== "GET" && `  method: "${method}",\n`,
    headers.length > 0 && `  headers: {\n${headers.join("")}  },\n`,
    body && `  body: ${upload ? contentOf(upload) : `JSON.stringify(${jsonOf(call)})`},\n`,
  ].filter(Boolean);
  const url = quoted(urlOf(call, (name) => `\${${variable(name)}}`));
  return [
    upload && READ,
    upload?.field &&
      `const form = new FormData();\nform.set("${upload.field}", new Blob([await readFile("${upload.file}")]), "${upload.file}");\n`,
    `const response = await fetch(${url}${options.length > 0 ? `, {\n${options.join("")}}` : ""});`,
    `if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`);`,
    answers !== "nothing" && `console.log(await response.${answers}());`,
  ]
    .filter(Boolean)
    .join("\n");
}

/** With our own client, for users and keys. */
export function client(call: Call): string {
  const { baseUrl, secret, body, answers } = call;
  const upload = body && "file" in body ? body : null;
  const result = upload
    ? `await kith.upload(await readFile("${upload.file}"), { filename: "${upload.file}" })`
    : called(call);
  return [
    upload && READ.trimEnd(),
    'import { Kith } from "kith-client";\n',
    `const kith = new Kith({ url: "${baseUrl}", token: ${secret ? variable(secret) : '""'} });`,
    answers === "nothing" ? `${result};` : `console.log(${result});`,
  ]
    .filter(Boolean)
    .join("\n");
}

function called(call: Call): string {
  const { method, path, variables, body, answers } = call;
  const names = Object.entries(variables).map(([name, value]) => `${name}: ${variable(value)}`);
  const parts = [
    ...(names.length > 0 ? [`path: { ${names.join(", ")} }`] : []),
    ...(body ? [`body: ${jsonOf(call)}`] : []),
  ];
  const sent = body ? `{\n${parts.map((part) => `  ${part},\n`).join("")}}` : `{ ${parts.join()} }`;
  const operation = [`"${method} ${path.replace(/^\/api/, "")}"`, ...(parts.length > 0 ? [sent] : [])].join(
    ", ",
  );
  return answers === "text"
    ? `await (await kith.file(${operation})).text()`
    : `await kith.call(${operation})`;
}

function jsonOf({ body }: Call): string {
  return literal(body && "json" in body ? body.json : null, SYNTAX, "  ");
}

const contentOf = ({ field, file }: Upload) => (field ? "form" : `await readFile("${file}")`);
