import type { Client } from '@stoa/contract/client'
import { editAnswer } from '@stoa/contract/features/answers'
import { editQuestion, getQuestion } from '@stoa/contract/features/questions'
import { getOwnSuggestion } from '@stoa/contract/features/revisions'
import { eq } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import { users } from '../../../schema/users.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'

/** May edit posts and tags, but not without review. */
export async function aSuggester(ctx: Context, name = 'Sue') {
  return await aUserWithPoints(ctx, name, 150)
}

/** May review posts and tags. */
export async function aReviewer(ctx: Context, name = 'Rex') {
  return await aUserWithPoints(ctx, name, 3000)
}

export async function aUserWithPoints(ctx: Context, name: string, points: number) {
  const user = await aUser(ctx, { name })
  await ctx.autocommit.update(users).set({ points }).where(eq(users.id, user.id))
  return user
}

/** Suggests an edit of a question. What is left out stays as it is. Returns the id. */
export async function suggestQuestion(
  client: Client,
  id: string,
  change: { title?: string; content?: string; tags?: string[]; edit_summary?: string } = {},
) {
  const { title, content, tags, version } = await client.call(getQuestion, { id })
  const names = change.tags ?? tags.map((tag) => tag.slug_name)
  const edit = { title, content, version, ...change }
  await client.call(editQuestion, { ...edit, id, tags: names.map((slug_name) => ({ slug_name })) })
  return await ownId(client, id)
}

export async function suggestAnswer(client: Client, id: string, content: string, version = 1) {
  await client.call(editAnswer, { id, content, version })
  return await ownId(client, id)
}

async function ownId(client: Client, object_id: string) {
  const { suggestion } = await client.call(getOwnSuggestion, { object_id })
  if (suggestion === null) throw new Error('no suggestion')
  return suggestion.id
}
