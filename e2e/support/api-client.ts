import { createClient, fetchTransport, type Client } from '@stoa/contract/client'
import { actionRecord, type ActionRecord } from '@stoa/contract/features/captcha'
import { createHash } from 'node:crypto'
import { randomIpHeader } from './random-ip.ts'
import type { Site } from './site.ts'

/** Creates an API client that solves captchas when the API asks for one. */
export function apiClient(site: Site, token?: string): Client {
  const bearer: Record<string, string> =
    token === undefined ? {} : { authorization: `Bearer ${token}` }
  const send = fetchTransport(site.url, { ...randomIpHeader(), ...bearer })
  return createClient(async (endpoint, input, options) => {
    const envelope = await send(endpoint, input, options)
    const { captcha: action } = endpoint
    if (action === null || !envelope.reason.endsWith('captcha_verification_failed')) return envelope
    const record = (await send(actionRecord, { action }, {})).data as ActionRecord
    return await send(endpoint, { ...(input as object), ...solveCaptcha(record) }, options)
  })
}

function solveCaptcha({ captcha_id, challenge }: ActionRecord) {
  // The captcha may no longer be required by now.
  if (challenge === null) return {}
  const isSolution = (number: number) =>
    createHash('sha256').update(`${challenge.salt}${number}`).digest('hex') === challenge.challenge
  let number = 0
  while (!isSolution(number) && number <= challenge.maxnumber) number++
  const captcha_code = Buffer.from(JSON.stringify({ ...challenge, number })).toString('base64')
  return { captcha_id, captcha_code }
}
