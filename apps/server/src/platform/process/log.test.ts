import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { readConfig } from './read-config.ts'
import { createLog } from './log.ts'

function lineOf(content: object) {
  let written = ''
  const log = createLog(readConfig({ STOA_LOG_LEVEL: 'info' }), {
    write: (text: string) => void (written += text),
  })
  log.info(content, 'message')
  return JSON.parse(written) as Record<string, unknown>
}

describe('createLog', () => {
  it('redacts secrets', () => {
    const line = lineOf({
      req: { headers: { authorization: 'Bearer hidden', cookie: 'sid=hidden' } },
      body: { pass: 'hidden', password: 'hidden', access_token: 'hidden', access_key: 'hidden' },
      input: { code: 'hidden' },
    })
    expect(JSON.stringify(line)).not.toContain('hidden')
  })

  it('includes the code of an error', () => {
    const error = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    expect(lineOf({ err: error })).toMatchObject({
      msg: 'message',
      level: pino.levels.values['info'],
      err: { message: 'refused', code: 'ECONNREFUSED' },
    })
  })
})
