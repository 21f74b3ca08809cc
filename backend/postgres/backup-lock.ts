/**
 * Any number that no other user of the database's advisory locks takes, as the next one. A restore
 * holds it from its first look to its end.
 */
export const restoreLock = 7_220_118_334;

/**
 * Any number that no other user of the database's advisory locks takes. A backup holds it from
 * before its snapshot until it has read the last object; whoever removes an object's bytes shares
 * it meanwhile. So what a snapshot names stays readable, with any number of processes.
 */
export const backupLock = 7_220_118_333;
