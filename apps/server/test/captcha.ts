import type { Transport } from '@stoa/contract/client'
import { type ActionRecord, actionRecord, type ProofOfWork } from '@stoa/contract/features/captcha'
import { reasonOf } from '@stoa/contract/errors'
import type { Context } from '../src/kernel/context.ts'
import { deriveLetters, parseCaptchaId } from '../src/features/site/captcha/captchas.ts'
import { createHash } from 'node:crypto'

/** Reads the text of a captcha with the site's key. */
export async function readCaptchaText(
  ctx: Context,
  { captcha_id: id }: Pick<ActionRecord, 'captcha_id'>,
) {
  const ticket = await parseCaptchaId(ctx, id)
  if (ticket === null) throw new Error('captcha not found')
  return await deriveLetters(ctx, ticket)
}

export function solveProofOfWork(work: ProofOfWork): string {
  for (let number = 0; number <= work.maxnumber; number++) {
    const hash = createHash('sha256').update(`${work.salt}${number}`).digest('hex')
    if (hash === work.challenge)
      return Buffer.from(JSON.stringify({ ...work, number })).toString('base64')
  }
  throw new Error('proof of work has no solution')
}

const captchaFailed = reasonOf('object.captcha_verification_failed')

/** Solves captchas, for tests that are about something else. */
export function solveCaptchas(ctx: Context, transport: Transport): Transport {
  return async (endpoint, input, options) => {
    const { captcha: action } = endpoint
    if (action === null || 'captcha_id' in (input as object))
      return await transport(endpoint, input, options)
    for (let attempt = 1; ; attempt++) {
      const envelope = await transport(endpoint, input, options)
      if (envelope.reason !== captchaFailed || attempt === 10) return envelope
      const record = (await transport(actionRecord, { action }, {})).data as ActionRecord
      // With concurrent calls, a captcha is no longer required now and may be again for the next call.
      if (!record.verify) continue
      const solution = {
        captcha_id: record.captcha_id,
        captcha_code: await readCaptchaText(ctx, record),
      }
      return await transport(endpoint, { ...(input as object), ...solution }, options)
    }
  }
}
