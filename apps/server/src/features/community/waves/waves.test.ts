import type { Client } from '@stoa/contract/client'
import { addComment } from '@stoa/contract/features/comments'
import { listStaffLog } from '@stoa/contract/features/staff-log'
import {
  blockWaveHost,
  blockWaveNetworks,
  changeWaveAccount,
  getWave,
  listWaveAccounts,
  listWavePosts,
  listWaves,
} from '@stoa/contract/features/waves'
import { moderationSettings } from '@stoa/contract/settings/moderation'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { recordStatements } from '../../../../test/statement-log.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { addTrace, aSpammer, aWave, setRules, type Spammer } from './waves.factory.ts'

let site: TestSite
let mod: Client
let ben: { id: string; client: Client; username: string }
let question: string
let spammers: Spammer[]
let id: string

beforeAll(async () => {
  site = await aSite()
  await setRules(site)
  mod = site.as((await aUser(site.ctx, { name: 'Mia', role: 'moderator' })).token)
  const user = await aUser(site.ctx, { name: 'Ben' })
  ben = { id: user.id, client: site.as(user.token), username: 'Ben' }
  question = (await aQuestion(ben.client)).id
  spammers = [await aSpammer(site, question, 1), await aSpammer(site, question, 2)]
})
afterAll(() => site.close())

beforeEach(async () => {
  id = await aWave(site, spammers)
})

describe('GET /waves', () => {
  it('lists waves with their figures', async () => {
    const { list, open_count } = await mod.call(listWaves, {})
    expect(open_count).toBeGreaterThan(0)
    expect(list.find((wave) => wave.id === id)).toMatchObject({
      state: 'open',
      label: 'visa.example',
      account_count: 2,
      post_count: 6,
      held_count: 0,
      public_count: 6,
    })
  })

  it('takes as many statements for many waves as for one', async () => {
    await aWave(site, spammers)
    const statements = await recordStatements(site, () => mod.call(listWaves, {}))
    expect(statements.filter((text) => text.includes('waves'))).toHaveLength(3)
  })
})

describe('GET /waves/info', () => {
  it('shows the figures, and what the posts have in common', async () => {
    const wave = await mod.call(getWave, { id })
    expect(wave).toMatchObject({
      account_count: 2,
      post_count: 6,
      hosts: [{ name: 'visa.example', posts: 6, is_blocked: false }],
      networks: [{ name: '192.0.2.0/24', posts: 6, is_blocked: false }],
      network_count: 1,
      main_networks: ['192.0.2.0/24'],
      main_network_posts: 6,
      signals: [{ name: 'new_account', posts: 6 }],
      left_out: [],
      left_out_count: 0,
    })
    expect(wave.samples).toHaveLength(1)
    expect(wave.samples[0]).toMatchObject({ copies: 6, likeness: 100 })
    expect(wave.samples[0]!.excerpt).toContain('Cheap visa')
    expect(wave.hours.reduce((sum, hour) => sum + hour.public, 0)).toBe(6)
    expect(wave.joined.first).toBeGreaterThan(0)
  })

  it('counts members who replied or are mentioned', async () => {
    const spammer = await aSpammer(site, question, 5)
    const wave = await aWave(site, [spammer])
    expect((await mod.call(getWave, { id: wave })).touched_count).toBe(0)
    const [spamQuestion, spamAnswer, spamComment] = spammer.posts
    const users = await Promise.all([1, 2, 3].map(() => aUser(site.ctx)))
    const [ada, eve, kim] = users.map(({ token }) => site.as(token))
    await anAnswer(ada!, spamQuestion!)
    await eve!.call(addComment, { object_id: spamAnswer!, original_text: 'Spam?' })
    const reply = { reply_comment_id: spamComment!, original_text: 'Spam too?' }
    await kim!.call(addComment, { object_id: question, ...reply })
    const mention = { object_id: spamQuestion!, original_text: `@${ben.username} look here` }
    const { comment_id } = await spammer.client.call(addComment, mention)
    await addTrace(site, wave, { userId: spammer.id, objectId: comment_id })
    expect((await mod.call(getWave, { id: wave })).touched_count).toBe(4)
  })

  it('shows accounts that are left out, and does not count them', async () => {
    const other = await aSpammer(site, question, 6)
    const wave = await aWave(site, [spammers[0]!], { leftOut: [other] })
    const detail = await mod.call(getWave, { id: wave })
    expect(detail).toMatchObject({ account_count: 1, post_count: 3, left_out_count: 1 })
    expect(detail.left_out[0]).toMatchObject({ user_info: { id: other.id }, posts: 3 })
  })

  it('fails for an unknown wave', async () => {
    await expectError(mod.call(getWave, { id: '987654' }), 'wave.not_found')
  })

  it('takes a fixed number of statements', async () => {
    const statements = await recordStatements(site, () => mod.call(getWave, { id }))
    expect(statements.filter((text) => /wave|trace/.test(text))).toHaveLength(8)
  })
})

describe('GET /waves/posts and /waves/accounts', () => {
  it('list what belongs to the wave', async () => {
    const posts = await mod.call(listWavePosts, { id })
    expect(posts.count).toBe(6)
    expect(posts.list.map(({ object_type }) => object_type)).toEqual([
      'comment',
      'comment',
      'answer',
      'answer',
      'question',
      'question',
    ])
    expect(posts.list[0]).toMatchObject({ is_held: false, is_removed: false, score: 80 })
    const accounts = await mod.call(listWaveAccounts, { id })
    expect(accounts.count).toBe(2)
    expect(accounts.list[0]).toMatchObject({ posts: 3, is_left_out: false, is_suspended: false })
  })
})

describe('PUT /waves/account', () => {
  it('leaves an account out, and includes it again', async () => {
    const user_id = spammers[0]!.id
    await mod.call(changeWaveAccount, { id, user_id, is_left_out: true })
    expect(await mod.call(getWave, { id })).toMatchObject({ account_count: 1, left_out_count: 1 })
    await mod.call(changeWaveAccount, { id, user_id, is_left_out: false })
    expect(await mod.call(getWave, { id })).toMatchObject({ account_count: 2, left_out_count: 0 })
  })

  it('never includes staff, nor users outside of the wave', async () => {
    const staff = await aUser(site.ctx, { role: 'moderator' })
    const wave = await aWave(site, [], { leftOut: [{ id: staff.id, client: mod, posts: [] }] })
    const change = { id: wave, user_id: staff.id, is_left_out: false }
    await expectError(mod.call(changeWaveAccount, change), 'user.is_staff')
    const other = { ...change, user_id: ben.id }
    await expectError(mod.call(changeWaveAccount, other), 'user.not_found')
  })
})

describe('PUT /waves/block', () => {
  const rules = () => site.ctx.settings.get(moderationSettings)

  it('adds a host to the word list, once', async () => {
    await setRules(site, { hold_words: ['casino'] })
    await mod.call(blockWaveHost, { id, host: 'visa.example' })
    await mod.call(blockWaveHost, { id, host: 'visa.example' })
    expect(rules().hold_words).toEqual(['casino', 'visa.example'])
    expect((await mod.call(getWave, { id })).hosts[0]!.is_blocked).toBe(true)
    const comment = { object_id: question, original_text: 'https://visa.example/new' }
    await ben.client.call(addComment, comment)
    const [entry] = (await mod.call(listStaffLog, {})).list
    expect(entry).toMatchObject({ action: 'block_link', after: { link: 'visa.example' } })
  })

  it('adds networks to the network list', async () => {
    await setRules(site)
    await mod.call(blockWaveNetworks, { id, networks: ['192.0.2.0/24'] })
    expect(rules().hold_networks).toEqual(['192.0.2.0/24'])
  })

  it('adds all of them when moderators block at the same time', async () => {
    await setRules(site)
    const hosts = ['a1.example', 'a2.example', 'a3.example', 'a4.example']
    const trace = { userId: spammers[0]!.id, objectId: spammers[0]!.posts[0]!, hosts }
    await addTrace(site, id, trace)
    await Promise.all(hosts.map((host) => mod.call(blockWaveHost, { id, host })))
    expect(rules().hold_words.toSorted()).toEqual(hosts)
  })

  it('rejects what is not part of the wave, and a list that is full', async () => {
    await setRules(site)
    await expectError(mod.call(blockWaveHost, { id, host: 'example.org' }), 'wave.not_part')
    const networks = ['192.0.2.0/24', '198.51.100.0/24']
    await expectError(mod.call(blockWaveNetworks, { id, networks }), 'wave.not_part')
    const words = Array.from({ length: 1000 }, (_, i) => `word${i}`)
    await setRules(site, { hold_words: words })
    await expectError(mod.call(blockWaveHost, { id, host: 'visa.example' }), 'wave.list_full')
    await setRules(site)
  })
})
