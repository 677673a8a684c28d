/**
 * Names of tags that have to be in quotation marks in a cell of several: they contain what separates names, or begin as
 * Google's own groups do ("* myContacts ::: Friends"). For JavaScript and PostgreSQL.
 */
export const NEEDS_QUOTES = String.raw`[;,|"\r\n]|^\* | ::: `;
