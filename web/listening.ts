/** The event with which a page says that its buttons answer; see late-scripts.tsx. */
export const LISTENING = "listening";
