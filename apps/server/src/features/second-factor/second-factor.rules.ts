import { allow, deny, type Verdict } from '../../kernel/rules.ts'

type FactorChange = {
  /** The site requires a second factor of this user. */
  isRequired: boolean
  ownsFactor: boolean
  /** The session began with a second factor. */
  isSecured: boolean
}

/**
 * Whether a session may add or remove second factors. Where one is required, someone who knows only the password
 * must not be able to add a factor of their own beside those of the owner.
 */
export function canChangeFactors({ isRequired, ownsFactor, isSecured }: FactorChange): Verdict {
  return isRequired && ownsFactor && !isSecured ? deny('second_factor.missing') : allow
}
