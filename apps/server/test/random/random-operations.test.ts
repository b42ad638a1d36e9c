import { privilegeLevels, privilegeSettings } from '@stoa/contract/settings/people'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aPerson } from '../../src/features/accounts/accounts.factory.ts'
import { examine } from '../../src/features/doctor/doctor.actions.ts'
import { changeSettings } from '../../src/kernel/settings.ts'
import { transact } from '../../src/kernel/transact.ts'
import { aPageProcess, type PageProcess } from '../pages.ts'
import { aSite, type TestSite } from '../site.ts'
import { type Operation, operation, perform, smallOperation, type World } from './operations.ts'
import { aPageReader } from './page-reader.ts'

/** `STOA_RANDOM_OPERATIONS=10000 pnpm test random` takes a few minutes; every check takes this many. */
const total = Number(process.env['STOA_RANDOM_OPERATIONS'] ?? 2000)
const lanes = 24
/** So many small changes come between two readings of all pages: most pages outlive them. */
const perRound = 8

let site: TestSite
let pages: PageProcess

beforeAll(async () => {
  site = await aSite()
  // A clock that stands still: no page there grows old by itself.
  const standing = new Date(Date.now() + 365 * 86_400_000)
  pages = await aPageProcess(site.ctx.config, { now: () => standing })
  // How often people may act is shown elsewhere; here they act as fast as they can.
  site.ctx.limits.take = async () => {}
  const custom = Object.fromEntries(Object.keys(privilegeLevels).map((name) => [name, 1]))
  await transact(site.ctx, (tx) =>
    changeSettings(tx, site.ctx, privilegeSettings, { level: 99, custom }),
  )
})
afterAll(async () => {
  await pages.close()
  await site.close()
})

it(
  `leaves every counter, pointer and ledger right after ${total} operations of many people at once`,
  { timeout: 180_000 + total * 300 },
  async () => {
    const seed = Date.now() % 1_000_000_007
    const operations = fc.sample(operation, { numRuns: total, seed })
    const people = await everybody()
    const world: World = { questions: [], answers: [], comments: [], tags: [] }
    const done = { yes: 0, no: 0 }
    const run = async (wish: Operation) => {
      site.advance(6_000)
      const person = people[wish.actor % people.length]!
      const hands = { ...wish, client: site.as(person.token), world, names: namesOf(people) }
      done[(await perform(hands)) ? 'yes' : 'no']++
    }
    const lane = async (own: readonly Operation[]) => {
      for (const wish of own) await run(wish)
    }
    const perLane = Array.from({ length: lanes }, (_, index) =>
      operations.filter((_wish, place) => place % lanes === index),
    )
    await Promise.all(perLane.map(lane)).catch((error: unknown) => {
      throw new Error(`seed ${seed}`, { cause: error })
    })
    const summary = `seed ${seed}: ${done.yes} done, ${done.no} refused`
    process.stdout.write(`${summary}\n`)
    expect(await examine(site.ctx, { fixes: false }), summary).toEqual([])
    const reader = aPageReader(pages, world, namesOf(people))
    const small = fc.sample(smallOperation, { numRuns: total / 80, seed })
    for (let start = 0; start < small.length; start += perRound) {
      await reader.readAll()
      await lane(small.slice(start, start + perRound))
    }
    const { kept, compared } = await reader.compareAll()
    expect(compared, summary).toBe(200)
    expect(kept, summary).toBeGreaterThan(20)
    // Most of it must have happened, or nothing was shown.
    expect(done.yes, summary).toBeGreaterThan(total / 3)
  },
)

type Someone = { token: string; name: string }

/** Members, and two who keep order. */
async function everybody(): Promise<Someone[]> {
  const people: Someone[] = []
  for (const [index, role] of [...Array<'user'>(14).fill('user'), 'moderator', 'admin'].entries()) {
    const name = `Person ${index}`
    const person = await aPerson(site.ctx, { name, role: role as 'user' | 'moderator' | 'admin' })
    people.push(person)
  }
  return people
}

function namesOf(people: readonly Someone[]) {
  return people.map(({ name }) => name.toLowerCase().replaceAll(' ', '-'))
}
