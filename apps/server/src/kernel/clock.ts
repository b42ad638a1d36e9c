/** Injected, so that tests can control time. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** Unix seconds as in the API; 0 for null. */
export function toUnix(time: Date | null) {
  return time === null ? 0 : Math.floor(time.getTime() / 1000)
}

export function isTimeZone(name: string): boolean {
  return name === 'UTC' || Intl.supportedValuesOf('timeZone').includes(name)
}
