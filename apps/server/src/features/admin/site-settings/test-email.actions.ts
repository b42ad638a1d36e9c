import type { ResponseOf } from '@stoa/contract/endpoint'
import type { changeSmtpSettings } from '@stoa/contract/features/site-settings'
import type { Context } from '../../../kernel/context.ts'
import { sendTestEmail } from '../../site/mail/mail.actions.ts'

type Result = ResponseOf<typeof changeSmtpSettings>['test_email']

/** Shorter than browsers wait for a response. */
const timeoutMs = 8_000

/** Sends at once, with the saved settings, and says what the mail server answered. */
export async function tryTestEmail(ctx: Context, to: string | undefined): Promise<Result> {
  if (to === undefined) return null
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('The email server does not respond.')), timeoutMs)
  try {
    await Promise.race([sendTestEmail(ctx, to), timeout])
    return { is_sent: true, error: '' }
  } catch (error) {
    return { is_sent: false, error: error instanceof Error ? error.message : String(error) }
  } finally {
    clearTimeout(timer)
  }
}
