import { securityPath } from '../../../../kernel/paths.ts'

const steps = ['app', 'codes', 'app-off', 'passkey', 'passkey-off'] as const
const doneSteps = ['app-off', 'passkey', 'passkey-off'] as const

export type Step = (typeof steps)[number]
/** A completed change. */
export type Done = (typeof doneSteps)[number]

export function toStep(text: string | null): Step | null {
  return steps.find((step) => step === text) ?? null
}

export function toDone(text: string | null): Done | null {
  return doneSteps.find((step) => step === text) ?? null
}

export function stepPath(step: Step, passkeyId?: string): string {
  const id = passkeyId === undefined ? '' : `&id=${passkeyId}`
  return `${securityPath}?step=${step}${id}`
}
