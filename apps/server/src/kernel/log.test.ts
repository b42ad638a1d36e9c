import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { makeLog } from './log.ts'

/** The one line that logging this writes. */
function lineOf(content: object) {
  let written = ''
  const log = makeLog(readConfig({ STOA_LOG_LEVEL: 'info' }), {
    write: (text: string) => void (written += text),
  })
  log.info(content, 'said')
  return JSON.parse(written) as Record<string, unknown>
}

describe('the log', () => {
  it('never shows a secret', () => {
    const line = lineOf({
      req: { headers: { authorization: 'Bearer hidden', cookie: 'sid=hidden' } },
      body: { pass: 'hidden', password: 'hidden', access_token: 'hidden' },
      input: { code: 'hidden' },
    })
    expect(JSON.stringify(line)).not.toContain('hidden')
  })

  it('shows the code of an error, by which its cause is found', () => {
    const error = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    expect(lineOf({ err: error })).toMatchObject({
      msg: 'said',
      level: pino.levels.values['info'],
      err: { message: 'refused', code: 'ECONNREFUSED' },
    })
  })
})
