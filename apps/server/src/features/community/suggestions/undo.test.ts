import type { Client } from '@stoa/contract/client'
import { getQuestion, editQuestion } from '@stoa/contract/features/questions'
import { getOwnSuggestion, listRevisions } from '@stoa/contract/features/revisions'
import { undoDecision } from '@stoa/contract/features/review'
import { auditSuggestion } from '@stoa/contract/features/suggestions'
import { editTag, getTag } from '@stoa/contract/features/tags'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { reputationEntries } from '../../../schema/reputation.ts'
import { suggestions } from '../../../schema/suggestions.ts'
import { users } from '../../../schema/users.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { aSuggester, suggestQuestion } from './suggestions.factory.ts'

let site: TestSite
let ada: Client
let mod: Client
let modId: string
let sue: Client
let sueId: string

beforeAll(async () => {
  site = await aSite()
  ada = site.as((await aUser(site.ctx, { name: 'Ada' })).token)
  const moderator = await aUser(site.ctx, { name: 'Mia', role: 'moderator' })
  mod = site.as(moderator.token)
  modId = moderator.id
  const user = await aSuggester(site.ctx)
  sueId = user.id
  sue = site.as(user.token)
})
afterAll(() => site.close())

const undo = (id: string, client = mod) =>
  client.call(undoDecision, { type: 'suggested_post_edit', id })
const decide = (id: string, operation: 'approve' | 'reject') =>
  mod.call(auditSuggestion, { id, operation })
const stateOf = async (object_id: string) =>
  (await sue.call(getOwnSuggestion, { object_id })).suggestion?.state
const pointsOf = async () => {
  const [user] = await site.db.select().from(users).where(eq(users.id, sueId))
  const [ledger] = await site.db
    .select({ sum: sql<number>`coalesce(sum(points), 0)::int` })
    .from(reputationEntries)
    .where(eq(reputationEntries.userId, sueId))
  return { points: (user?.points ?? 0) - 150, ledger: ledger?.sum }
}

describe('PUT /review/undo of a suggestion', () => {
  it('opens a rejected suggestion again', async () => {
    const { id } = await aQuestion(ada)
    const suggestion = await suggestQuestion(sue, id, { title: 'Other title' })
    await decide(suggestion, 'reject')
    await undo(suggestion)
    expect(await stateOf(id)).toBe('open')
    expect(await decide(suggestion, 'approve')).toEqual({ decision: 'approved' })
  })

  it('restores the former text as a new revision and revokes this grant only', async () => {
    const { id, title } = await aQuestion(ada, { tags: ['rye'] })
    const earlier = await suggestQuestion(sue, id, { title: 'A better title' })
    await decide(earlier, 'approve')
    const before = await pointsOf()
    const suggestion = await suggestQuestion(sue, id, { title: 'Worse', tags: ['rye', 'wheat'] })
    await decide(suggestion, 'approve')
    expect(await pointsOf()).toEqual({ points: before.points + 2, ledger: before.ledger! + 2 })
    await undo(suggestion)
    expect(await pointsOf()).toEqual(before)
    const question = await ada.call(getQuestion, { id })
    expect(question).toMatchObject({ title: 'A better title', version: 4 })
    expect(question.tags.map((tag) => tag.slug_name)).toEqual(['rye'])
    const versions = await ada.call(listRevisions, { object_id: id })
    expect(versions.map((one) => [one.version, one.title, one.use_id])).toEqual([
      [4, 'A better title', modId],
      [3, 'Worse', sueId],
      [2, 'A better title', sueId],
      [1, title, expect.any(String)],
    ])
    expect(await stateOf(id)).toBe('open')
    expect(await decide(suggestion, 'approve')).toEqual({ decision: 'approved' })
    expect(await pointsOf()).toEqual({ points: before.points + 2, ledger: before.ledger! + 2 })
  })

  it('restores the names of a tag', async () => {
    await aQuestion(ada, { tags: ['einkorn'] })
    const tag = await sue.call(getTag, { name: 'einkorn' })
    const texts = { slug_name: 'einkorn-wheat', display_name: 'Einkorn wheat', original_text: 'A.' }
    await sue.call(editTag, { tag_id: tag.tag_id, ...texts })
    const own = await sue.call(getOwnSuggestion, { object_id: tag.tag_id })
    await decide(own.suggestion?.id ?? '', 'approve')
    await undo(own.suggestion?.id ?? '')
    const restored = await sue.call(getTag, { id: tag.tag_id })
    expect(restored).toMatchObject({ slug_name: 'einkorn', display_name: 'einkorn', version: 3 })
  })

  it('fails for others, when it is too late, and for an open suggestion', async () => {
    const { id } = await aQuestion(ada)
    const suggestion = await suggestQuestion(sue, id, { title: 'Other title' })
    await expectError(undo(suggestion), 'review.undo_not_possible')
    await decide(suggestion, 'reject')
    await expectError(undo(suggestion, sue), 'auth.forbidden')
    await site.db
      .update(suggestions)
      .set({ decidedAt: sql`now() - interval '31 seconds'` })
      .where(eq(suggestions.id, suggestion))
    await expectError(undo(suggestion), 'review.undo_expired')
    await expectError(undo('999999999'), 'review.case_not_found')
  })

  it('fails if the post changed or the user suggested another edit since', async () => {
    const { id, content } = await aQuestion(ada)
    const suggestion = await suggestQuestion(sue, id, { title: 'Other title' })
    await decide(suggestion, 'approve')
    const edit = { id, title: 'By the author', content, tags: [{ slug_name: 'oven' }] }
    await ada.call(editQuestion, { ...edit, version: 2 })
    await expectError(undo(suggestion), 'review.undo_not_possible')
    expect(await stateOf(id)).toBe('approved')
    const rejected = await suggestQuestion(sue, id, { title: 'Next' })
    await decide(rejected, 'reject')
    await suggestQuestion(sue, id, { title: 'After that' })
    await expectError(undo(rejected), 'review.undo_not_possible')
  })
})
