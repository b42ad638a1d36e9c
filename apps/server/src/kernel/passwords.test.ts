import { describe, expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

describe('verifyPassword', () => {
  it('accepts only the hashed password', async () => {
    const hash = await hashPassword('columns of marble')
    expect(await verifyPassword('columns of marble', hash)).toBe(true)
    expect(await verifyPassword('columns of marblE', hash)).toBe(false)
    expect(await verifyPassword('', hash)).toBe(false)
    expect(await hashPassword('columns of marble')).not.toBe(hash)
  })

  it('takes as much CPU time for an unknown user as for a known one', async () => {
    const hash = await hashPassword('columns of marble')
    // CPU time, because wall time depends on the load of the machine.
    const cpuOf = async (stored: string | null) => {
      const before = process.cpuUsage()
      for (let index = 0; index < 5; index++)
        expect(await verifyPassword('another one', stored)).toBe(false)
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    const [known, unknown] = [await cpuOf(hash), await cpuOf(null)]
    expect(unknown).toBeGreaterThan(known / 2)
  })
})
