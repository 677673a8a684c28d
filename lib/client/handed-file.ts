import { useEffect, useEffectEvent } from "react";
import { isServerReached, noteGone, serverGone } from "./connection";
import type { ApiFailure } from "./failure";
import { createStore, useStore } from "./store";

/** Files on their way from where they were dropped, pasted or made to the first step of an import. */

let handed: File[] = [];
const listeners = new Set<() => void>();

/** Hands files to the uploader, now or as soon as that page is rendered. */
export function handFiles(files: File[]): void {
  handed = [...handed, ...files];
  for (const tell of listeners) tell();
}

/** Receives files that are handed over, in their order. Returns a function that stops this. */
export function takeFiles(take: (files: File[]) => void): () => void {
  const tell = () => {
    const given = handed;
    handed = [];
    if (given.length > 0) take(given);
  };
  listeners.add(tell);
  tell();
  return () => void listeners.delete(tell);
}

/**
 * Files that wait, the first of them until it may be sent: they met the upload limit, the server is out of reach, or
 * another one is on its way.
 */
interface HeldFiles {
  files: readonly File[];
  until: number;
  /** It is the limit of uploads, not that of all requests. */
  isOfUploads: boolean;
}

export const NONE_HELD: HeldFiles = { files: [], until: 0, isOfUploads: false };
/** The files that wait, also while another page is looked at. */
export const heldFiles = createStore(NONE_HELD);

/** Whether one of them is on its way, whichever page sends it. */
const sending = createStore(false);

interface Held extends HeldFiles {
  isSending: boolean;
  /** The server is out of reach. */
  isAway: boolean;
  /** They wait for the limit alone. */
  isLimited: boolean;
}

export function useHeld(): Held {
  const [isSending, isAway] = [useStore(sending, false), useStore(serverGone, false)];
  const held = useStore(heldFiles, NONE_HELD);
  return { ...held, isSending, isAway, isLimited: !isSending && !isAway && held.until > Date.now() };
}

/** Sends the files that wait, one after another, each as soon as it may be, as long as `isOn`. */
export function useSendHeld(send: (file: File) => Promise<void>, isOn: boolean): void {
  const { files, until, isSending, isAway } = useHeld();
  const [next] = files;
  const start = useEffectEvent(async (file: File) => {
    if (sending.get()) return;
    releaseFile(file);
    sending.set(true);
    await send(file).finally(() => sending.set(false));
  });
  useEffect(() => {
    if (!next || !isOn || isSending || isAway) return;
    const timer = setTimeout(() => void start(next), Math.max(0, until - Date.now()));
    return () => clearTimeout(timer);
  }, [next, until, isOn, isSending, isAway]);
}

const keepOpen = (event: Event) => event.preventDefault();

/** While a file waits, the browser asks before it closes or reloads. */
function setHeld(files: readonly File[], limit: Partial<HeldFiles> = {}): void {
  heldFiles.set(files.length > 0 ? { ...heldFiles.get(), ...limit, files } : NONE_HELD);
  window[files.length > 0 ? "addEventListener" : "removeEventListener"]("beforeunload", keepOpen);
}

/** Puts files behind those that wait. */
export function holdFiles(files: readonly File[]): void {
  setHeld([...heldFiles.get().files, ...files]);
}

/** Takes a file from those that wait. */
export function releaseFile(file: File): void {
  setHeld(heldFiles.get().files.filter((one) => one !== file));
}

/**
 * Puts a file before all others again: until the upload limit is over if that refused it, or until the server is back if
 * that is out of reach; false if neither was why it failed.
 */
export async function holdAgain(failure: ApiFailure, file: File): Promise<boolean> {
  const isLimited = failure.code === "RATE_LIMITED";
  const isUnanswered = failure.code === "NETWORK" || failure.status >= 502;
  const isAway = isUnanswered && !(await isServerReached());
  if (isAway) noteGone();
  if (!isLimited && !isAway) return false;
  const until = Date.now() + (failure.retryAfterS ?? 60) * 1000;
  const limit = { until, isOfUploads: failure.message.startsWith("Too many uploads") };
  setHeld([file, ...heldFiles.get().files], isLimited ? limit : {});
  return true;
}

/** Lets the browser ask before it closes or reloads while this lasts. */
export async function keepOpenFor<T>(work: Promise<T>): Promise<T> {
  const keep = (event: Event) => event.preventDefault(); // a file that waits has its own
  window.addEventListener("beforeunload", keep);
  try {
    return await work;
  } finally {
    window.removeEventListener("beforeunload", keep);
  }
}

let uploaded: { importId: string; file: File } | null = null;

/** Keeps the file that was uploaded last, for as long as the tab lives: another sheet of it may be requested. */
export function keepFile(importId: string, file: File): void {
  uploaded = { importId, file };
}

/** The file of an import, if it is the last one that this tab uploaded. */
export function fileOf(importId: string): File | null {
  return uploaded?.importId === importId ? uploaded.file : null;
}
