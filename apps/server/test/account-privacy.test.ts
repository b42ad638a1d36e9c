import type { Endpoint } from '@stoa/contract/endpoint'
import type { Envelope } from '@stoa/contract/envelope'
import { activate, login, register, resendRegistration } from '@stoa/contract/features/accounts'
import { listCommentsOf } from '@stoa/contract/features/comments'
import { inviteUsers } from '@stoa/contract/features/invites'
import { getUser, listStaff, rankUsers, searchUsers } from '@stoa/contract/features/profiles'
import {
  listAnswersOfUser,
  listQuestionsOfUser,
  listTopPosts,
} from '@stoa/contract/features/user-posts'
import { updateProfile } from '@stoa/contract/features/profile-settings'
import { listQuestions } from '@stoa/contract/features/questions'
import { askEmailChange, askPasswordReset } from '@stoa/contract/features/recovery'
import { listReputation } from '@stoa/contract/features/reputation'
import { search } from '@stoa/contract/features/search'
import { rateLimits } from '@stoa/contract/limits'
import { privilegeSettings } from '@stoa/contract/settings/people'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aUser } from '../src/features/people/auth/accounts.factory.ts'
import { aQuestion } from '../src/features/content/questions/questions.factory.ts'
import { hashPassword } from '../src/kernel/passwords.ts'
import { changeSettings } from '../src/kernel/settings.ts'
import { transact } from '../src/kernel/transact.ts'
import { callFromNewIp, waitForCode } from './accounts.ts'
import { servicePorts } from './databases.ts'
import { aPageProcess, type PageProcess } from './pages.ts'
import { waitForJobs } from './jobs.ts'
import { aSite, clientOf, expectError, rejectionOf, type TestSite } from './site.ts'

/** Per kind. Fewer where a password is hashed: hashing is slow, and its noise hides small differences. */
const samples = 500
const samplesWithHash = 100
const warmUp = 25

let site: TestSite
let memberTokens: string[]

type SendRequest = (e_mail: string, n: number) => Promise<Envelope>
type Timings = { known: number[]; unknown: number[]; responses: Set<string> }

let usedCount = 0

/** In random order, so that the order reveals nothing. */
async function measure(send: SendRequest, count: number): Promise<Timings> {
  const timings: Timings = { known: [], unknown: [], responses: new Set() }
  for (let n = 0; n < count + warmUp; n++) {
    const kinds =
      Math.random() < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    const index = ++usedCount
    for (const kind of kinds) {
      const email = `${kind}-${index}@example.org`
      const started = performance.now()
      const response = await send(email, n)
      const ms = performance.now() - started
      if (n < warmUp) continue
      timings[kind].push(ms)
      timings.responses.add(JSON.stringify(response).replaceAll(email, 'the email'))
    }
  }
  return timings
}

/** Probability of guessing right from response times (AUC); 0.5 is chance. */
function guessRate({ known, unknown }: Timings) {
  const all = [
    ...known.map((ms) => ({ ms, known: true })),
    ...unknown.map((ms) => ({ ms, known: false })),
  ]
  const knownRanks = all
    .toSorted((a, b) => a.ms - b.ms)
    .map((one, index) => (one.known ? index + 1 : 0))
  const sum = knownRanks.reduce((total, rank) => total + rank, 0)
  const n = known.length
  return (sum - (n * (n + 1)) / 2) / (n * unknown.length)
}

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

describe('emails with and without an account cannot be distinguished (CVE-2023-1538)', () => {
  beforeAll(async () => {
    site = await aSite()
    const hash = await hashPassword('columns of marble')
    // Each request uses its own users, because emails to one user are rate limited.
    await site.db.execute(sql`insert into users
      (username, display_name, email, password_hash, activated_at, created_at)
      select 'known-' || n, 'Known ' || n, 'known-' || n || '@example.org', ${hash}, now(), now()
      from generate_series(1, ${4 * (samples + warmUp)}) n`)
    await site.db.execute(sql`analyze users`)
    memberTokens = []
    for (let n = 0; n < samples + warmUp; n++) memberTokens.push((await aUser(site.ctx)).token)
  })
  afterAll(() => site.close())

  const requests: [name: string, count: number, send: SendRequest][] = [
    ['password reset', samples, (e_mail) => callFromNewIp(site, askPasswordReset, { e_mail })],
    [
      'email change',
      samples,
      (e_mail, n) => callFromNewIp(site, askEmailChange, { e_mail }, memberTokens[n]),
    ],
    [
      'registration',
      samplesWithHash,
      (e_mail, n) => {
        const name = `Newcomer ${n} ${e_mail.slice(0, 3)}`
        return callFromNewIp(site, register, { name, e_mail, pass: 'columns of marble' })
      },
    ],
    [
      'activation email',
      samplesWithHash,
      (e_mail) => callFromNewIp(site, resendRegistration, { e_mail, pass: 'not the password' }),
    ],
    [
      'login',
      samplesWithHash,
      (e_mail) => callFromNewIp(site, login, { e_mail, pass: 'not the password' }),
    ],
    [
      'login after too many attempts',
      samples,
      async (e_mail) => {
        for (let n = 0; n < rateLimits['login.account'].points; n++)
          await site.ctx.limits.take('login.account', e_mail)
        return await callFromNewIp(site, login, { e_mail, pass: 'not the password' })
      },
    ],
  ]

  it.each(requests)(
    '%s: same body, same status, same time (%i times each)',
    async (name, count, send) => {
      const timings = await measure(send, count)
      expect(timings.responses.size).toBe(1)
      const rate = guessRate(timings)
      const [known, unknown] = [median(timings.known), median(timings.unknown)]
      console.info(
        `${name}: median ${known.toFixed(2)} ms and ${unknown.toFixed(2)} ms, guess rate ${rate.toFixed(3)}`,
      )
      // Four standard errors of chance.
      expect(Math.abs(rate - 0.5)).toBeLessThan(4 / Math.sqrt(6 * count))
    },
    300_000,
  )
})

describe('registration with a known and an unknown email', () => {
  type TestUser = Awaited<ReturnType<typeof aUser>>
  const pass = 'columns of marble'
  const paths = ['/users', '/questions', '/users/ada']
  let mailSite: TestSite
  let pages: PageProcess
  let otherUser: TestUser
  let questionId: string
  const emails = new Map<string, string>()

  beforeAll(async () => {
    mailSite = await aSite({ works: true, env: { STOA_SMTP_URL: servicePorts().smtp.url } })
    pages = await aPageProcess(mailSite.ctx.config, mailSite.ctx.clock)
    const ada = await aUser(mailSite.ctx, { name: 'Ada' })
    otherUser = await aUser(mailSite.ctx, { name: 'Stranger' })
    await transact(mailSite.ctx, (tx) => changeSettings(tx, privilegeSettings, { level: 1 }))
    questionId = (await aQuestion(mailSite.as(otherUser.token))).id
    // Jobs of the question must not change what is compared.
    await waitForJobs(mailSite.ctx)
    emails.set('known', ada.email).set('unknown', `unknown-${Date.now()}@example.org`)
  })
  afterAll(async () => {
    await pages.close()
    await mailSite.close()
  })

  const registerAs = (name: string, e_mail: string) =>
    clientOf(pages.ctx, pages.app).call(register, { name, e_mail, pass })

  async function warmPages() {
    for (const path of paths) for (const _ of [1, 2, 3]) await pages.read(path)
  }

  /** Everything a visitor or another member can request about a username. */
  async function lookUp(username: string) {
    const calls: (readonly [Endpoint, object])[] = [
      [getUser, { username }],
      [listTopPosts, { username }],
      [listQuestionsOfUser, { username }],
      [listAnswersOfUser, { username }],
      [listReputation, { username }],
      [listCommentsOf, { username }],
      [listQuestions, { username }],
      [search, { q: `user:${username}`, page: 1, page_size: 10 }],
      [searchUsers, { username }],
      [searchUsers, { username: 'Newcomer' }],
      [listStaff, { username }],
      [rankUsers, {}],
    ]
    const responses: unknown[] = []
    for (const token of [undefined, otherUser.token])
      for (const [endpoint, query] of calls) {
        const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
        const response = await mailSite.app.inject({
          url: endpoint.path,
          query: { ...query },
          headers,
        })
        responses.push([endpoint.path, response.json()])
      }
    const invite = { id: questionId, invite_user: [username] }
    responses.push(await rejectionOf(mailSite.as(otherUser.token).call(inviteUsers, invite)))
    for (const path of [`/users/${username}`, `/users/${username}/feed.atom`, '/sitemap.xml']) {
      const { status, body } = await pages.read(path)
      responses.push([path, status, body.replaceAll(/nonce="[^"]*"|"requestId":"[^"]*"/g, '')])
    }
    // The search box of the error page has the words of the URL.
    const words = username.replaceAll(/[^a-z0-9]+/g, ' ').trim()
    return JSON.stringify(responses).replaceAll(username, 'the name').replaceAll(words, 'the name')
  }

  it.each(['known', 'unknown'])('looks the same to other users: %s', async (kind) => {
    const before = await lookUp(`nobody-${kind}`)
    await warmPages()
    await registerAs(`Newcomer ${kind}`, emails.get(kind) ?? '')
    for (const path of paths) expect((await pages.read(path)).cache, path).toBe('hit')
    expect(await lookUp(`newcomer-${kind}`)).toBe(before)
    const { rows } = await mailSite.ctx.db.execute<{ id: string; username: string }>(
      sql`select id, username from users where activated_at is null`,
    )
    for (const { id, username } of rows) {
      expect(await lookUp(username)).toBe(before)
      expect((await mailSite.app.inject({ url: `/avatars/${id}` })).statusCode).toBe(404)
    }
  })

  it.each(['known', 'unknown'])('does not reserve the username: %s', async (kind) => {
    const username = `newcomer-${kind}`
    expect((await mailSite.as(otherUser.token).call(updateProfile, { username })).username).toBe(
      username,
    )
    await mailSite.as(otherUser.token).call(updateProfile, { username: 'stranger' })
    const newEmail = `own-${kind}-${Date.now()}@example.org`
    await registerAs(`Newcomer ${kind}`, newEmail)
    const activated = await mailSite.as().call(activate, { code: await waitForCode(newEmail) })
    expect(activated.username).toBe(username)
  })

  it('consumes one user id in either case', async () => {
    const steps: number[] = []
    for (const kind of ['known', 'unknown']) {
      const ids: number[] = []
      for (const n of [1, 2]) {
        if (n === 2)
          await registerAs(
            'Between',
            kind === 'known' ? otherUser.email : `between-${Date.now()}@example.org`,
          )
        ids.push(Number((await aUser(mailSite.ctx)).id))
      }
      steps.push(ids[1]! - ids[0]!)
    }
    expect(steps[0]).toBe(steps[1])
  })

  it('is visible to the user and to staff before activation', async () => {
    const admin = await aUser(mailSite.ctx, { role: 'admin' })
    const { id, token } = await aUser(mailSite.ctx, { name: 'Waiting', isActivated: false })
    const { rows } = await mailSite.ctx.db.execute<{ username: string }>(
      sql`select username from users where id = ${id}`,
    )
    const username = rows[0]!.username
    for (const viewer of [admin.token, token]) {
      const user = await mailSite.as(viewer).call(getUser, { username })
      expect(user).toMatchObject({ id, status: 'inactive' })
    }
    await expectError(mailSite.as().call(getUser, { username }), 'user.not_found')
  })
})
