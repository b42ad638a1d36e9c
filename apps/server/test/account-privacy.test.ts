import type { Endpoint } from '@stoa/contract/endpoint'
import type { Envelope } from '@stoa/contract/envelope'
import { activate, login, register } from '@stoa/contract/features/accounts'
import { listCommentsOf } from '@stoa/contract/features/comments'
import { invitePeople } from '@stoa/contract/features/invites'
import { getPerson, listStaff, rankPeople, searchPeople } from '@stoa/contract/features/people'
import {
  listAnswersOfPerson,
  listQuestionsOfPerson,
  listTopPosts,
} from '@stoa/contract/features/personal'
import { updateProfile } from '@stoa/contract/features/profile'
import { listQuestions } from '@stoa/contract/features/questions'
import { askEmailChange, askPasswordReset } from '@stoa/contract/features/recovery'
import { listReputation } from '@stoa/contract/features/reputation'
import { search } from '@stoa/contract/features/search'
import { privilegeSettings } from '@stoa/contract/settings/people'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPerson } from '../src/features/accounts/accounts.factory.ts'
import { aQuestion } from '../src/features/questions/questions.factory.ts'
import { hashPassword } from '../src/kernel/passwords.ts'
import { changeSettings } from '../src/kernel/settings.ts'
import { transact } from '../src/kernel/transact.ts'
import { callFromAnywhere, codeIn } from './accounts.ts'
import { servicePorts } from './databases.ts'
import { aPageProcess, type PageProcess } from './pages.ts'
import { aSite, clientOf, expectError, refusalOf, type TestSite } from './site.ts'

/** Of each kind. Where a password is hashed, half as many: it takes long, and hides more than it shows. */
const samples = 500
const samplesWithHash = 250
const warmUp = 25

let site: TestSite
let askers: string[]

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

describe('a registration with an address that has an account and with one that has none', () => {
  type Person = Awaited<ReturnType<typeof aPerson>>
  const pass = 'columns of marble'
  const paths = ['/users', '/questions', '/users/ada']
  let world: TestSite
  let pages: PageProcess
  let stranger: Person
  let questionId: string
  const addresses = new Map<string, string>()

  beforeAll(async () => {
    world = await aSite({ works: true, env: { STOA_SMTP_URL: servicePorts().smtp.url } })
    pages = await aPageProcess(world.ctx.config, world.ctx.clock)
    const ada = await aPerson(world.ctx, { name: 'Ada' })
    stranger = await aPerson(world.ctx, { name: 'Stranger' })
    await transact(world.ctx, (tx) =>
      changeSettings(tx, world.ctx, privilegeSettings, { level: 1 }),
    )
    questionId = (await aQuestion(world.as(stranger.token))).id
    addresses.set('known', ada.email).set('unknown', `unknown-${Date.now()}@example.org`)
  })
  afterAll(async () => {
    await pages.close()
    await world.close()
  })

  const registerAs = (name: string, e_mail: string) =>
    clientOf(pages.ctx, pages.app).call(register, { name, e_mail, pass })

  async function warm() {
    for (const path of paths) for (const _ of [1, 2, 3]) await pages.read(path)
  }

  /** All that a stranger, signed in or not, can ask about a username. */
  async function lookFor(username: string) {
    const calls: (readonly [Endpoint, object])[] = [
      [getPerson, { username }],
      [listTopPosts, { username }],
      [listQuestionsOfPerson, { username }],
      [listAnswersOfPerson, { username }],
      [listReputation, { username }],
      [listCommentsOf, { username }],
      [listQuestions, { username }],
      [search, { q: `user:${username}`, page: 1, page_size: 10 }],
      [searchPeople, { username }],
      [searchPeople, { username: 'Newcomer' }],
      [listStaff, { username }],
      [rankPeople, {}],
    ]
    const seen: unknown[] = []
    for (const token of [undefined, stranger.token])
      for (const [endpoint, query] of calls) {
        const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
        const reply = await world.app.inject({ url: endpoint.path, query: { ...query }, headers })
        seen.push([endpoint.path, reply.json()])
      }
    const invite = { id: questionId, invite_user: [username] }
    seen.push(await refusalOf(world.as(stranger.token).call(invitePeople, invite)))
    for (const path of [`/users/${username}`, `/users/${username}/feed.atom`, '/sitemap.xml']) {
      const { status, body } = await pages.read(path)
      seen.push([path, status, body.replaceAll(/nonce="[^"]*"|"requestId":"[^"]*"/g, '')])
    }
    return JSON.stringify(seen).replaceAll(username, 'the name')
  }

  it.each(['known', 'unknown'])('looks the same to a stranger: %s', async (kind) => {
    const before = await lookFor(`nobody-${kind}`)
    await warm()
    await registerAs(`Newcomer ${kind}`, addresses.get(kind) ?? '')
    for (const path of paths) expect((await pages.read(path)).cache, path).toBe('hit')
    expect(await lookFor(`newcomer-${kind}`)).toBe(before)
    const { rows } = await world.ctx.db.execute<{ id: string; username: string }>(
      sql`select id, username from users where activated_at is null`,
    )
    for (const { id, username } of rows) {
      expect(await lookFor(username)).toBe(before)
      expect((await world.app.inject({ url: `/avatars/${id}` })).statusCode).toBe(404)
    }
  })

  it.each(['known', 'unknown'])('leaves the username free: %s', async (kind) => {
    const username = `newcomer-${kind}`
    expect((await world.as(stranger.token).call(updateProfile, { username })).username).toBe(
      username,
    )
    await world.as(stranger.token).call(updateProfile, { username: 'stranger' })
    const own = `own-${kind}-${Date.now()}@example.org`
    await registerAs(`Newcomer ${kind}`, own)
    const activated = await world.as().call(activate, { code: await codeIn(own) })
    expect(activated.username).toBe(username)
  })

  it('takes one id in either case', async () => {
    const steps: number[] = []
    for (const kind of ['known', 'unknown']) {
      const ids: number[] = []
      for (const n of [1, 2]) {
        if (n === 2)
          await registerAs(
            'Between',
            kind === 'known' ? stranger.email : `between-${Date.now()}@example.org`,
          )
        ids.push(Number((await aPerson(world.ctx)).id))
      }
      steps.push(ids[1]! - ids[0]!)
    }
    expect(steps[0]).toBe(steps[1])
  })

  it('is known to the one who waits and to staff', async () => {
    const rut = await aPerson(world.ctx, { role: 'admin' })
    const { id, token } = await aPerson(world.ctx, { name: 'Waiting', isActivated: false })
    const { rows } = await world.ctx.db.execute<{ username: string }>(
      sql`select username from users where id = ${id}`,
    )
    const username = rows[0]!.username
    for (const reader of [rut.token, token]) {
      const person = await world.as(reader).call(getPerson, { username })
      expect(person).toMatchObject({ id, status: 'inactive' })
    }
    await expectError(world.as().call(getPerson, { username }), 'user.not_found')
  })
})
