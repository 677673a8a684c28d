/** What a mail of the provider shows. Everything in it is our own text but the address and `about`, which are escaped. */
export interface MailPage {
  title: string;
  intro: string;
  link?: { url: string; button: string };
  code?: string;
  note: string;
}

/** Tables and inline styles: mail clients know little else. */
export function toHtml({ title, intro, link, code, note }: MailPage): string {
  const button = link
    ? `<p style="margin:0 0 24px"><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1c1b19;color:#fff;text-decoration:none">${link.button}</a></p>`
    : "";
  const digits = code
    ? `<p style="margin:0 0 8px;line-height:1.5">${link ? "Or enter this code:" : "Your code:"}</p>
<p style="margin:0 0 24px;font-size:28px;letter-spacing:6px;font-family:ui-monospace,monospace">${code}</p>`
    : "";
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>
<body style="margin:0;padding:32px 16px;background:#f6f5f2;font-family:system-ui,sans-serif;color:#1c1b19">
<table role="presentation" align="center" style="max-width:480px;width:100%;background:#fff;border-radius:12px"><tr><td style="padding:32px">
<h1 style="margin:0 0 16px;font-size:20px">${title}</h1>
<p style="margin:0 0 24px;line-height:1.5">${escapeHtml(intro)}</p>
${button}
${digits}
<p style="margin:0;font-size:13px;line-height:1.5;color:#6b6862">${note}</p>
</td></tr></table></body></html>`;
}

export function toText({ intro, link, code, note }: MailPage): string {
  const digits = code && (link ? `Or enter this code: ${code}` : `Your code: ${code}`);
  return `${[intro, link?.url, digits, note].filter(Boolean).join("\n\n")}\n`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
