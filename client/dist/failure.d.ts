import type { ErrorCode } from "./declared.js";
/** One bad field of a request: `path` names it from the outside in. */
export interface FieldProblem {
    path: (string | number)[];
    code: string;
    message: string;
    /** The bound for a value that is too large or too small. */
    limit?: number;
}
/** `NETWORK`: there was no whole answer. `UNEXPECTED`: an answer that is not Kith's, such as a proxy's page. */
export type Code = ErrorCode | "NETWORK" | "UNEXPECTED";
interface Parts {
    /** 0 when there was no whole answer. */
    status: number;
    code: Code;
    details?: unknown;
    requestId?: string | null;
    retryAfterS?: number | null;
    cause?: unknown;
}
/** An answer of Kith other than success, or no answer at all. */
export declare class KithError extends Error {
    readonly status: number;
    readonly code: Code;
    readonly details: unknown;
    /** Finds the request in the server's log. */
    readonly requestId: string | null;
    /** After how many seconds to try again, if the server said so. */
    readonly retryAfterS: number | null;
    constructor(message: string, { status, code, details, requestId, retryAfterS, cause }: Parts);
    /** The bad fields of a `VALIDATION_ERROR`; otherwise none. */
    get problems(): FieldProblem[];
}
/** Reads an answer that is not a success. */
export declare function failureOf(response: Response): Promise<KithError>;
/** For an answer that Kith would not give. */
export declare function notOurs(response: Response, text: string): KithError;
/** Undefined for what is not JSON. */
export declare function parsed(text: string): unknown;
export declare function notReached(cause: unknown): KithError;
export declare function cutOff(cause: unknown): KithError;
/** For a repetition that is refused by what the first request did, or by what somebody else did. */
export declare function unknown(refusal: KithError): KithError;
export {};
