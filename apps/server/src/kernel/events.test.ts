import { describe, expect, it } from 'vitest'
import { every, indexListeners } from './events.ts'

describe('indexListeners', () => {
  it('rejects two jobs with the same queue', () => {
    const run = async () => {}
    expect(() =>
      indexListeners([every('1 * * * *', 'sweep', run), every('2 * * * *', 'sweep', run)]),
    ).toThrow('two jobs share the queue every/sweep')
  })
})
