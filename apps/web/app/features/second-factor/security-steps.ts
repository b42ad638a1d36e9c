import { securityPath } from '../../kernel/addresses.ts'

const steps = ['app', 'codes', 'app-off', 'passkey', 'passkey-off'] as const
const done = ['app-off', 'passkey', 'passkey-off'] as const

/** What someone is about to change; each has the screen to itself. */
export type Step = (typeof steps)[number]
/** What has just been changed. */
export type Done = (typeof done)[number]

export function toStep(text: string | null): Step | null {
  return steps.find((step) => step === text) ?? null
}

export function toDone(text: string | null): Done | null {
  return done.find((one) => one === text) ?? null
}

export function stepPath(step: Step, passkeyId?: string): string {
  const id = passkeyId === undefined ? '' : `&id=${passkeyId}`
  return `${securityPath}?step=${step}${id}`
}
