/** Not the name of somebody elsewhere ("@ada"), nor a price ("2 @ 5"). */
const ADDRESS = /[^\s"@/]@[^\s"@]+\.[^\s"@]/;

/** Whether a text, or the JSON of a value, has an e-mail address in it. */
export const addressIn = (text: string): boolean => ADDRESS.test(text);
