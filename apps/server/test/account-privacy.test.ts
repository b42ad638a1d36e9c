import type { Envelope } from '@stoa/contract/envelope'
import { login, register } from '@stoa/contract/features/accounts'
import { askEmailChange, askPasswordReset } from '@stoa/contract/features/recovery'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPerson } from '../src/features/accounts/accounts.factory.ts'
import { hashPassword } from '../src/kernel/passwords.ts'
import { callFromAnywhere } from './accounts.ts'
import { aSite, type TestSite } from './site.ts'

/** Of each kind. Where a password is hashed, half as many: it takes long, and hides more than it shows. */
const samples = 500
const samplesWithHash = 250
const warmUp = 25

let site: TestSite
let askers: string[]

beforeAll(async () => {
  site = await aSite()
  const hash = await hashPassword('columns of marble')
  // Everybody whose address is tried: each act has people of its own, because mail to one address is limited.
  await site.ctx.db.execute(sql`insert into users
    (username, display_name, email, password_hash, activated_at, created_at)
    select 'known-' || n, 'Known ' || n, 'known-' || n || '@example.org', ${hash}, now(), now()
    from generate_series(1, ${4 * (samples + warmUp)}) n`)
  await site.ctx.db.execute(sql`analyze users`)
  askers = []
  for (let n = 0; n < samples + warmUp; n++) askers.push((await aPerson(site.ctx)).token)
})
afterAll(() => site.close())

type Act = (e_mail: string, n: number) => Promise<Envelope>
type Measured = { known: number[]; unknown: number[]; replies: Set<string> }

let used = 0

/** Does the same with addresses that have an account and with ones that have none, in an order nobody could use. */
async function measure(act: Act, count: number): Promise<Measured> {
  const measured: Measured = { known: [], unknown: [], replies: new Set() }
  for (let n = 0; n < count + warmUp; n++) {
    const kinds =
      Math.random() < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    const index = ++used
    for (const kind of kinds) {
      const address = `${kind}-${index}@example.org`
      const started = performance.now()
      const reply = await act(address, n)
      const ms = performance.now() - started
      if (n < warmUp) continue
      measured[kind].push(ms)
      measured.replies.add(JSON.stringify(reply).replaceAll(address, 'the address'))
    }
  }
  return measured
}

/** How often a guess by the time alone would be right: a half is chance. */
function guessRate({ known, unknown }: Measured) {
  const all = [
    ...known.map((ms) => ({ ms, known: true })),
    ...unknown.map((ms) => ({ ms, known: false })),
  ]
  const ranks = all.toSorted((a, b) => a.ms - b.ms).map((one, index) => (one.known ? index + 1 : 0))
  const sum = ranks.reduce((total, rank) => total + rank, 0)
  const n = known.length
  return (sum - (n * (n + 1)) / 2) / (n * unknown.length)
}

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

describe('an address with an account and one without cannot be told apart (CVE-2023-1538)', () => {
  const acts: [name: string, count: number, act: Act][] = [
    [
      'by asking for a new password',
      samples,
      (e_mail) => callFromAnywhere(site, askPasswordReset, { e_mail }),
    ],
    [
      'by changing to it',
      samples,
      (e_mail, n) => callFromAnywhere(site, askEmailChange, { e_mail }, askers[n]),
    ],
    [
      'by registering with it',
      samplesWithHash,
      (e_mail, n) => {
        const name = `Newcomer ${n} ${e_mail.slice(0, 3)}`
        return callFromAnywhere(site, register, { name, e_mail, pass: 'columns of marble' })
      },
    ],
    [
      'by logging in with it',
      samplesWithHash,
      (e_mail) => callFromAnywhere(site, login, { e_mail, pass: 'not the password' }),
    ],
  ]

  it.each(acts)(
    '%s: same body, same status, same time (%i times each)',
    async (name, count, act) => {
      const measured = await measure(act, count)
      expect(measured.replies.size).toBe(1)
      const rate = guessRate(measured)
      const [known, unknown] = [median(measured.known), median(measured.unknown)]
      console.info(
        `${name}: median ${known.toFixed(2)} ms and ${unknown.toFixed(2)} ms, guess rate ${rate.toFixed(3)}`,
      )
      // Four standard errors of pure chance.
      expect(Math.abs(rate - 0.5)).toBeLessThan(4 / Math.sqrt(6 * count))
    },
    300_000,
  )
})
