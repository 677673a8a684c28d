/**
 * Loaded before a program that nobody else would end when the process that started it was killed by `kill -9`: it ends
 * within half a second of it. The workers it forks load this, too.
 */
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.exit(1);
}, 500).unref();
