export type * from "./api-types.js";
export type { ErrorCode } from "./declared.js";
export { type Code, type FieldProblem, KithError } from "./failure.js";
export { type Answer, type FileOperation, type Item, Kith, type ListOperation, type Operation, type Options, type Sent, type Settings, type UploadSettings, type Waiting, type Whole, } from "./kith.js";
export type { Upload } from "./upload.js";
