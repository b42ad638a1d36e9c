import type { Transport } from '@stoa/contract/client'
import { type ActionRecord, actionRecord, type ProofOfWork } from '@stoa/contract/features/captcha'
import { reasonOf } from '@stoa/contract/errors'
import type { Context } from '../src/kernel/context.ts'
import { lettersOf, readTicket } from '../src/features/captcha/tickets.ts'
import { createHash } from 'node:crypto'

/** The letters of the picture, read from the site's own key instead of by eye. */
export async function lettersIn(
  ctx: Context,
  { captcha_id: id }: Pick<ActionRecord, 'captcha_id'>,
) {
  const ticket = await readTicket(ctx, id)
  if (ticket === null) throw new Error('no such challenge')
  return await lettersOf(ctx, ticket)
}

/** Does the work, as any client may: the code to send back. */
export function doWork(work: ProofOfWork): string {
  for (let number = 0; number <= work.maxnumber; number++) {
    const hash = createHash('sha256').update(`${work.salt}${number}`).digest('hex')
    if (hash === work.challenge)
      return Buffer.from(JSON.stringify({ ...work, number })).toString('base64')
  }
  throw new Error('the work cannot be done')
}

const asksForAnswer = reasonOf('object.captcha_verification_failed')

/** A client that answers every challenge, for tests that are about something else. */
export function answering(ctx: Context, transport: Transport): Transport {
  return async (endpoint, input, options) => {
    const envelope = await transport(endpoint, input, options)
    const { challenge: action } = endpoint
    const isAnswered = 'captcha_id' in (input as object)
    if (action === null || isAnswered || envelope.reason !== asksForAnswer) return envelope
    const record = (await transport(actionRecord, { action }, {})).data as ActionRecord
    // Enough time has gone by since: none is asked for any more.
    if (!record.verify) return await transport(endpoint, input, options)
    const answer = {
      captcha_id: record.captcha_id,
      captcha_code: await lettersIn(ctx, record),
    }
    return await transport(endpoint, { ...(input as object), ...answer }, options)
  }
}
