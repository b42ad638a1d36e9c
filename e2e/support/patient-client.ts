import { clientOver, fetchTransport, type Client } from '@stoa/contract/client'
import { actionRecord, type ActionRecord } from '@stoa/contract/features/captcha'
import { createHash } from 'node:crypto'
import { fromElsewhere } from './elsewhere.ts'
import type { Site } from './site.ts'

/** An API client that does the work it is asked for when it is too quick for a person. */
export function patientClient(site: Site, token?: string): Client {
  const bearer: Record<string, string> =
    token === undefined ? {} : { authorization: `Bearer ${token}` }
  const send = fetchTransport(site.url, { ...fromElsewhere(), ...bearer })
  return clientOver(async (endpoint, input, options) => {
    const envelope = await send(endpoint, input, options)
    const { challenge: action } = endpoint
    if (action === null || !envelope.reason.endsWith('captcha_verification_failed')) return envelope
    const record = (await send(actionRecord, { action }, {})).data as ActionRecord
    return await send(endpoint, { ...(input as object), ...answerTo(record) }, options)
  })
}

function answerTo({ captcha_id, challenge }: ActionRecord) {
  // A pause that was asked for may be over by now.
  if (challenge === null) return {}
  const isRight = (number: number) =>
    createHash('sha256').update(`${challenge.salt}${number}`).digest('hex') === challenge.challenge
  let number = 0
  while (!isRight(number) && number <= challenge.maxnumber) number++
  const captcha_code = Buffer.from(JSON.stringify({ ...challenge, number })).toString('base64')
  return { captcha_id, captcha_code }
}
