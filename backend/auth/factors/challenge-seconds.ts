/** How long a factor waits for its first code, and a challenge for its answer. */
export const challengeSeconds = 300;
