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
    // Processor time of all threads: what else runs on the machine does not count.
    const cpuOf = async (stored: string | null) => {
      const before = process.cpuUsage()
      for (let index = 0; index < 5; index++)
        expect(await isPassword('another one', stored)).toBe(false)
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    const [known, unknown] = [await cpuOf(hash), await cpuOf(null)]
    expect(unknown).toBeGreaterThan(known / 2)
  })
})
