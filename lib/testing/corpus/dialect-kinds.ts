import { type Draw, inText, single, some } from "./dialect-draw";

/** Quotation marks only where a cell needs them, backslashes that escape, and formulas that are texts. */
export const MORE_KINDS: Record<string, (draw: Draw) => void> = {
  "single quotes, needed once": (draw) => {
    Object.assign(draw.form, { quote: "'", quoted: "needed" });
    const at = single(draw);
    draw.rows.forEach((cells, n) => at(n) && inText(cells, (cell) => `${cell}${draw.form.delimiter} x`));
  },
  "single quotes, needed by an apostrophe": (draw) => {
    Object.assign(draw.form, { quote: "'", quoted: "needed" });
    const at = draw.pick([some, single])(draw);
    draw.rows.forEach((cells, n) => at(n) && inText(cells, (cell) => `O'${cell}`));
  },
  "single quotes, needed by a line end": (draw) => {
    Object.assign(draw.form, { quote: "'", quoted: "needed" });
    const at = draw.pick([some, single])(draw);
    draw.rows.forEach((cells, n) => at(n) && inText(cells, (cell) => `${cell}\n${cell}`));
  },
  "single quotes, needed by anything": (draw) => {
    Object.assign(draw.form, { quote: "'", quoted: "needed" });
    const signs = [`O'%`, `%${draw.form.delimiter} x`, "%\n%", `"%"`, "%"];
    draw.rows.forEach((cells, n) => inText(cells, (cell) => (signs[n % signs.length] ?? "%").replaceAll("%", cell)));
  },
  "backslash escapes, once": (draw) => {
    Object.assign(draw.form, { escape: "backslash", quoted: draw.pick(["all", "text", "needed"]) });
    const at = single(draw);
    draw.rows.forEach((cells, n) => at(n) && inText(cells, (cell) => draw.pick([`"${cell}"`, `5" ${cell}`, `${cell}"`])));
  },
  "backslash escapes of backslashes": (draw) => {
    Object.assign(draw.form, { escape: "backslash", quoted: draw.pick(["all", "text", "needed"]) });
    const at = some(draw);
    draw.rows.forEach((cells, n) => at(n) && inText(cells, (cell) => draw.pick([`C:\\${cell}`, `C:\\${cell}\\`, `${cell}\\${cell}`])));
  },
  "backslash escapes of everything": (draw) => {
    Object.assign(draw.form, { escape: "backslash", quoted: draw.pick(["all", "text", "needed"]) });
    const signs = [`"%"`, `C:\\%`, `%${draw.form.delimiter} x`, `\\%"`, "%"];
    draw.rows.forEach((cells, n) => inText(cells, (cell) => (signs[n % signs.length] ?? "%").replaceAll("%", () => cell)));
  },
  "backslashes instead of quotes": (draw) => {
    draw.form.quoted = "never";
    const signs = [`"%"`, `5" %`, `C:\\%`, `%${draw.form.delimiter} x`, "%"];
    const [at, sign] = [some(draw), draw.pick([0, 1, 2, 3])];
    const varied = draw.random() < 0.5;
    draw.rows.forEach((cells, n) => at(n) && inText(cells, (cell) => (signs[varied ? n % 5 : sign] ?? "%").replaceAll("%", () => cell)));
  },
  "shares of a network": (draw) => {
    const at = some(draw);
    draw.rows.forEach((cells, n) => at(n) && inText(cells, (cell) => `\\\\server\\${cell}`));
    draw.form.quoted = draw.pick(["all", "needed"]);
  },
  "text cells of a spreadsheet": (draw) => {
    const [at, quoted] = [some(draw), draw.random() < 0.5];
    const isText = draw.pick([(cell: string) => /^[+\d]/.test(cell), (cell: string) => cell !== "", (cell: string) => cell.includes("@")]);
    draw.form.write = (cell, n, usual) => (at(n) && isText(cell) && !/[",;|\t^~\n]/.test(cell) ? (quoted ? `"=""${cell}"""` : `="${cell}"`) : usual);
  },
};
