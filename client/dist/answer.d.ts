/** The JSON of a success; undefined where the operation answers with none. Throws KithError for what is not Kith's. */
export declare function jsonOf(operation: string, response: Response): Promise<unknown>;
/** A success that is a file. Its body fails with a KithError when it is cut off. */
export declare function fileOf(response: Response, signal?: AbortSignal): Promise<Response>;
