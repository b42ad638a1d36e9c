import { addComment } from '@stoa/contract/features/comments'
import { getWaveProgress, type WaveProgress } from '@stoa/contract/features/waves'
import type { Client } from '@stoa/contract/client'
import { eq } from 'drizzle-orm'
import type { TestSite } from '../../../../test/site.ts'
import { requireRow } from '../../../kernel/transact.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { postTraces, waveAccounts, waves } from '../../../schema/waves.ts'
import { setHoldRules } from '../held-posts/held-posts.factory.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'

/** Replaces all rules. Spam is not held at once, so that tests decide what is. */
export async function setRules({ ctx }: TestSite, rules: Parameters<typeof setHoldRules>[1] = {}) {
  await setHoldRules(ctx, { spam_scoring: false, ...rules })
}

const spamText = (n: number) => `Cheap visa for all, number ${n}: https://visa.example/${n}`

export type Spammer = { id: string; client: Client; posts: string[] }

/** An account with a question of its own, an answer to `questionId` and a comment on it. */
export async function aSpammer(site: TestSite, questionId: string, n = 0): Promise<Spammer> {
  const { id, token } = await aUser(site.ctx)
  const client = site.as(token)
  const question = await aQuestion(client, { content: spamText(n) })
  const answer = await anAnswer(client, questionId, spamText(n))
  const comment = { object_id: questionId, original_text: spamText(n) }
  const { comment_id } = await client.call(addComment, comment, {
    idempotencyKey: crypto.randomUUID(),
  })
  return { id, client, posts: [question.id, answer.id, comment_id] }
}

type Trace = Partial<typeof postTraces.$inferInsert>

/** A wave of these accounts, with a trace of each post. */
export async function aWave(
  site: TestSite,
  spammers: readonly Spammer[],
  changes: { trace?: Trace; leftOut?: readonly Spammer[] } = {},
) {
  const now = new Date()
  const [wave] = await site.db
    .insert(waves)
    .values({ label: 'visa.example', createdAt: now, lastPostAt: now })
    .returning({ id: waves.id })
  const { id } = requireRow(wave)
  for (const spammer of [...spammers, ...(changes.leftOut ?? [])]) {
    const leftOut = changes.leftOut?.includes(spammer) ?? false
    await site.db.insert(waveAccounts).values({ waveId: id, userId: spammer.id, leftOut })
    for (const post of spammer.posts)
      await addTrace(site, id, { userId: spammer.id, objectId: post, ...changes.trace })
  }
  return id
}

export async function addTrace(
  site: TestSite,
  waveId: string,
  { userId, objectId, ...changes }: Trace & { userId: string; objectId: string },
) {
  const { questionId, createdAt, status } = await findPost(site, objectId)
  const trace = {
    objectId,
    questionId,
    userId,
    createdAt,
    waveId,
    isHeld: status === 11,
    network: '192.0.2.0/24',
    hosts: ['visa.example'],
    signature: [1, 2, 3, 4],
    score: 80,
    signals: ['new_account' as const],
    ...changes,
  }
  await site.db
    .insert(postTraces)
    .values(trace)
    .onConflictDoUpdate({ target: postTraces.objectId, set: trace })
}

async function findPost({ db }: TestSite, id: string) {
  const [question] = await db.select().from(questions).where(eq(questions.id, id))
  if (question !== undefined) return { ...question, questionId: id }
  const [answer] = await db.select().from(answers).where(eq(answers.id, id))
  if (answer !== undefined) return answer
  const [comment] = await db.select().from(comments).where(eq(comments.id, id))
  return requireRow(comment)
}

/** Waits until the job of the wave has ended. */
export async function waitForWave(mod: Client, id: string): Promise<WaveProgress> {
  for (;;) {
    const progress = await mod.call(getWaveProgress, { id })
    if (progress.state !== 'removing' && progress.state !== 'restoring') return progress
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
