import { allow, deny, type Verdict } from '../../../../kernel/rules.ts'

type FactorChange = {
  /** The site requires a second factor of this user. */
  isRequired: boolean
  hasFactor: boolean
  /** Logged in with a second factor. */
  hasUsedSecondFactor: boolean
}

/** Where a second factor is required, someone who knows only the password must not be able to add their own. */
export function canChangeFactors({
  isRequired,
  hasFactor,
  hasUsedSecondFactor,
}: FactorChange): Verdict {
  return isRequired && hasFactor && !hasUsedSecondFactor ? deny('second_factor.missing') : allow
}
