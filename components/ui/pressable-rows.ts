/**
 * Class of the parent of a `WindowVirtualizer`. That one ignores the pointer until 150 ms after the last scroll event,
 * so that a press soon after scrolling would be lost.
 */
export const PRESSABLE_ROWS = "*:pointer-events-auto!";
