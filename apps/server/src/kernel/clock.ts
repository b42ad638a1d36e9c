/** Time, so that tests can move it. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** Unix seconds, as the wire states times; 0 for a time that has not happened. */
export function toUnix(time: Date | null) {
  return time === null ? 0 : Math.floor(time.getTime() / 1000)
}
