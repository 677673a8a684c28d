export { KithError } from "./failure.js";
export { Kith, } from "./kith.js";
