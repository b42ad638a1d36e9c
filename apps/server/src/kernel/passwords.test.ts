import { describe, expect, it } from 'vitest'
import { hashPassword, isPassword } from './passwords.ts'

describe('a password', () => {
  it('is known again, and nothing else is', async () => {
    const hash = await hashPassword('columns of marble')
    expect(await isPassword('columns of marble', hash)).toBe(true)
    expect(await isPassword('columns of marblE', hash)).toBe(false)
    expect(await isPassword('', hash)).toBe(false)
    expect(await hashPassword('columns of marble')).not.toBe(hash)
  })

  it('costs an unknown person as much time as a known one', async () => {
    const hash = await hashPassword('columns of marble')
    const timeOf = async (stored: string | null) => {
      const started = performance.now()
      for (let index = 0; index < 5; index++)
        expect(await isPassword('another one', stored)).toBe(false)
      return performance.now() - started
    }
    const [known, unknown] = [await timeOf(hash), await timeOf(null)]
    expect(unknown).toBeGreaterThan(known / 4)
  })
})
