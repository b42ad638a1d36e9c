import { postAnswer } from '@stoa/contract/features/answers'
import { addComment } from '@stoa/contract/features/comments'
import { askQuestion } from '@stoa/contract/features/questions'
import { eq, isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readDemoContent } from '../../src/features/admin/demo/demo.content.ts'
import { groupContent } from '../../src/features/community/waves/grouping.actions.ts'
import { postNew } from '../../src/features/content/holding/spam.factory.ts'
import { aQuestion } from '../../src/features/content/questions/questions.factory.ts'
import { aUser } from '../../src/features/people/auth/accounts.factory.ts'
import { transact } from '../../src/kernel/transact.ts'
import { users } from '../../src/schema/users.ts'
import { postTraces } from '../../src/schema/waves.ts'
import { aSite, type TestSite } from '../site.ts'
import { type LabeledPost, readLabeledPosts } from './labeled-posts.ts'

let site: TestSite
let questionIds: string[]

beforeAll(async () => {
  site = await aSite()
  const { token } = await aUser(site.ctx, { role: 'moderator' })
  questionIds = []
  for (let count = 0; count < 10; count++) questionIds.push((await aQuestion(site.as(token))).id)
})
afterAll(() => site.close())

const maxComment = 600

/** Posts as a new user with the account, the time and the network of the example. */
async function replay(post: Omit<LabeledPost, 'isSpam' | 'group'>, index: number) {
  const { token, id } = await aUser(site.ctx)
  const createdAt = new Date(site.ctx.clock.now().getTime() - post.joinedSeconds * 1000)
  await site.db.update(users).set({ createdAt }).where(eq(users.id, id))
  const isComment = index % 5 === 0 && post.text.length < maxComment
  const endpoint = isComment ? addComment : index % 3 === 0 ? askQuestion : postAnswer
  const title = post.text.split(/\s+/).slice(0, 8).join(' ').slice(0, 100)
  const questionId = questionIds[index % questionIds.length] ?? ''
  const sending = { token, ip: post.ip, endpoint, title }
  const sent = await postNew(site, questionId, post.text, sending)
  // In the job, which has run long before the next post.
  if (sent.isHeld) await transact(site.ctx, (tx) => groupContent(tx, sent.id))
  return sent
}

type Result = LabeledPost & { isHeld: boolean; isInWave: boolean }

const ratio = (part: number, whole: number) => Math.round((1000 * part) / whole) / 1000

function measure(results: readonly Result[], isFound: (result: Result) => boolean) {
  const found = results.filter(isFound)
  const spam = found.filter(({ isSpam }) => isSpam).length
  const allSpam = results.filter(({ isSpam }) => isSpam).length
  return { precision: ratio(spam, found.length), recall: ratio(spam, allSpam) }
}

/** Found posts of each group of spam, and all ordinary posts that were found. */
function describeResults(results: readonly Result[]) {
  const groups = Map.groupBy(
    results.filter(({ isSpam }) => isSpam),
    ({ group }) => group,
  )
  const lines = [...groups].map(([group, posts]) => {
    const held = posts.filter(({ isHeld }) => isHeld).length
    const inWave = posts.filter(({ isInWave }) => isInWave).length
    return `${group}: ${posts.length} posts, ${held} held, ${inWave} in a wave`
  })
  const wrong = results.filter((one) => !one.isSpam && (one.isHeld || one.isInWave))
  return [...lines, ...wrong.map(({ text }) => `ordinary, but found: ${text}`)].join('\n')
}

describe('spam detection', () => {
  it('finds the labeled spam and leaves ordinary posts alone', async () => {
    const posts = readLabeledPosts()
    expect(posts.filter(({ isSpam }) => isSpam).length).toBeGreaterThanOrEqual(250)
    expect(posts.filter(({ isSpam }) => !isSpam).length).toBeGreaterThanOrEqual(250)
    const start = site.ctx.clock.now().getTime()
    const sent = []
    for (const [index, post] of posts.entries()) {
      const lag = start + post.atMinutes * 60_000 - site.ctx.clock.now().getTime()
      site.advance(Math.max(0, lag))
      sent.push({ ...post, ...(await replay(post, index)) })
    }
    const rows = await site.db
      .select({ id: postTraces.objectId })
      .from(postTraces)
      .where(isNotNull(postTraces.waveId))
    const inWaves = new Set(rows.map(({ id }) => id))
    const results = sent.map((one) => ({ ...one, isInWave: inWaves.has(one.id) }))
    const held = measure(results, ({ isHeld }) => isHeld)
    const found = measure(results, ({ isHeld, isInWave }) => isHeld || isInWave)
    console.info(`${describeResults(results)}\n${JSON.stringify({ held, found })}`)
    expect(held.precision).toBeGreaterThanOrEqual(0.98)
    expect(held.recall).toBeGreaterThanOrEqual(0.61)
    expect(found.precision).toBeGreaterThanOrEqual(0.98)
    expect(found.recall).toBeGreaterThanOrEqual(0.85)
  })

  it('holds nothing of the demo content, posted by new users', async () => {
    const { questions } = await readDemoContent()
    const texts = questions.flatMap(({ body, answers }) => [
      body,
      ...answers.map((one) => one.body),
    ])
    expect(texts.length).toBe(145)
    const held: string[] = []
    for (const [index, text] of texts.entries()) {
      const ip = `92.0.${index >> 3}.${index % 250}`
      const post = { text, atMinutes: 0, joinedSeconds: 20, ip }
      if ((await replay(post, index)).isHeld) held.push(text)
    }
    expect(held).toEqual([])
  })
})
