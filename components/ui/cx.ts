import { clsx } from "clsx";

/** Joins class names; falsy parts are left out. Components keep their classes free of conflicts themselves. */
export const cx = clsx;
