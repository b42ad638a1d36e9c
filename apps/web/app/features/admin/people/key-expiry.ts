export const expiryChoices = ['30', '90', '365', 'date', 'never'] as const
export type ExpiryChoice = (typeof expiryChoices)[number]

export const toExpiryChoice = (value: string) =>
  expiryChoices.find((choice) => choice === value) ?? '90'

/** In seconds; undefined if the key never expires. A day that was chosen is the last one, in the time zone of the browser. */
export function toExpiresAt(choice: ExpiryChoice, day: string, nowMs: number) {
  if (choice === 'never') return undefined
  if (choice !== 'date') return Math.floor(nowMs / 1000) + Number(choice) * 86_400
  const end = new Date(`${day}T23:59:59`).getTime()
  // Without a day, in the past: the server says what is missing.
  return Number.isNaN(end) ? 1 : Math.floor(end / 1000)
}
