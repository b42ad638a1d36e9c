import { roles } from '@stoa/contract/access'
import type { SettingsGroup, SettingsOf } from '@stoa/contract/settings/group'
import { userSettings } from '@stoa/contract/settings/people'
import { writeSettings } from '@stoa/contract/settings/writing'
import { uploadsPath } from '@stoa/contract/features/uploads'
import { and, eq, isNotNull, like, or, sql } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Context, Tx } from '../../../kernel/context.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import type { Actor } from '../../../kernel/rules.ts'
import type { SettingsStore } from '../../../kernel/services.ts'
import { transact } from '../../../kernel/transact.ts'
import { insertAccount } from '../../people/auth/accounts.actions.ts'
import { accept } from '../../content/answers/acceptance.actions.ts'
import { postAnswer } from '../../content/answers/answers.actions.ts'
import { addComment } from '../../content/comments/comments.actions.ts'
import { questions } from '../../../schema/posts.ts'
import { changeProfile } from '../../community/profiles/profile-settings.actions.ts'
import { askQuestion } from '../../content/questions/questions.actions.ts'
import { recordUpload } from '../../content/uploads/uploads.actions.ts'
import { users } from '../../../schema/users.ts'
import { vote } from '../../content/votes/votes.actions.ts'
import { type DemoContent, readPortrait } from './demo.content.ts'
import { buildTimeline, type DemoStep, type PostRef } from './demo.timeline.ts'

/** Marks a demo user. Nobody receives email at this domain (RFC 2606), so nobody else can activate an account with it. */
const emailDomain = '@demo.invalid'
/** Of demo users until everything is added. */
const unfinishedDomain = '@unfinished.demo.invalid'

/** False after an attempt that was interrupted. */
export async function hasDemoContent(db: ReadDb) {
  return (await db.$count(users, and(isDemoUser(), like(users.email, `%${emailDomain}`)))) > 0
}

export function isDemoUser() {
  const hasDemoEmail = or(
    like(users.email, `%${emailDomain}`),
    like(users.email, `%${unfinishedDomain}`),
  )
  return and(hasDemoEmail, isNotNull(users.activatedAt))
}

/** Fills the site through the same actions that users take, each at the time it is said to have happened. */
export async function addDemoContent(ctx: Context, content: DemoContent) {
  const state: State = { content, actors: new Map(), posts: new Map() }
  const settings = liftLimits(ctx.settings)
  for (const step of buildTimeline(content, ctx.clock.now())) {
    const past = { ...ctx, settings, clock: { now: () => new Date(step.at) } }
    await transact(past, (tx) => runStep(tx, step, state))
    // The embedded database runs in this thread, and requests wait for it.
    await setImmediate()
  }
  await transact(ctx, (tx) => finish(tx, state))
  const { writers, readers } = content
  return { users: writers.length + readers.length, questions: content.questions.length }
}

type State = { content: DemoContent; actors: Map<string, Actor>; posts: Map<string, string> }

/** Demo users may use all tags and fill in their profile, whatever the settings. */
function liftLimits(settings: SettingsStore): SettingsStore {
  const lifted: Record<string, object> = {
    [writeSettings.name]: { recommend_tags: [], reserved_tags: [], required_tag: false },
    [userSettings.name]: {
      allow_update_avatar: true,
      allow_update_bio: true,
      allow_update_location: true,
    },
  }
  const get = <G extends SettingsGroup>(group: G): SettingsOf<G> => ({
    ...settings.get(group),
    ...lifted[group.name],
  })
  return { ...settings, get }
}

async function runStep(tx: Tx, step: DemoStep, state: State) {
  if (step.kind === 'join') return await join(tx, step.user, state)
  const actor = actorOf(state, step.user)
  const question = state.content.questions[step.post.question]
  if (question === undefined) throw new Error('the timeline names a question that does not exist')
  switch (step.kind) {
    case 'ask': {
      const tags = question.tags.map((slug) => ({
        slug_name: slug,
        display_name: slug,
        original_text: state.content.tags[slug] ?? '',
      }))
      const input = {
        title: question.title,
        content: question.body,
        tags,
        mention_username_list: [],
      }
      const id = await askQuestion(tx, actor, input, null)
      state.posts.set(keyOf(step.post), id)
      return
    }
    case 'answer': {
      const body = question.answers[step.post.answer ?? 0]?.body ?? ''
      const questionId = postOf(state, { question: step.post.question })
      const id = await postAnswer(tx, actor, { questionId, content: body, mentions: [] }, null)
      state.posts.set(keyOf(step.post), id)
      return
    }
    case 'comment': {
      const input = { objectId: postOf(state, step.post), text: step.text, mentions: [] }
      await addComment(tx, actor, input, null)
      return
    }
    case 'vote': {
      const input = { objectId: postOf(state, step.post), direction: 1, isCancel: false } as const
      await vote(tx, actor, input)
      return
    }
    case 'accept': {
      const questionId = postOf(state, { question: step.post.question })
      await accept(tx, actor, { questionId, answerId: postOf(state, step.post) })
    }
  }
}

async function join(tx: Tx, user: string, { content, actors }: State) {
  const writer = content.writers.find(({ id }) => id === user)
  const id = await insertAccount(tx, {
    displayName: writer?.name ?? user,
    email: `${randomBytes(6).toString('hex')}${unfinishedDomain}`,
    passwordHash: null,
    isActivated: true,
  })
  const actor: Actor = {
    id,
    roleId: roles.user,
    // Enough for every privilege.
    reputation: Number.MAX_SAFE_INTEGER,
    isActivated: true,
    isSuspended: false,
    hasUsedSecondFactor: false,
  }
  actors.set(user, actor)
  if (writer === undefined) return
  const avatar = { type: 'custom', custom: await addPortrait(tx, actor, writer.id) } as const
  const { location, bio } = writer
  await changeProfile(tx, actor, { location, bio, avatar })
}

async function addPortrait(tx: Tx, actor: Actor, writerId: string) {
  const bytes = await readPortrait(writerId)
  const key = `avatars/${randomBytes(16).toString('hex')}.webp`
  // On disk: a transaction must not wait for another server.
  await tx.ctx.files.in(null).put(key, bytes)
  const file = { bytes, mediaType: 'image/webp', width: 256, height: 256 }
  await recordUpload(tx, { key, store: null, userId: actor.id, source: 'user_avatar', file }, null)
  return uploadsPath + key
}

async function finish(tx: Tx, state: State) {
  await setViewsAndPin(tx, state)
  const finished = await tx
    .update(users)
    .set({ email: sql`replace(${users.email}, ${unfinishedDomain}, ${emailDomain})` })
    .where(like(users.email, `%${unfinishedDomain}`))
    .returning({ id: users.id })
  await tx.emit('demo.added', { users: finished.length })
}

/** Written directly: views are counted in batches, and questions cannot be pinned through an action yet. */
async function setViewsAndPin(tx: Tx, state: State) {
  for (const [index, { views, isPinned = false }] of state.content.questions.entries())
    await tx
      .update(questions)
      .set({ viewCount: views, isPinned })
      .where(eq(questions.id, postOf(state, { question: index })))
}

function actorOf({ actors }: State, user: string): Actor {
  const actor = actors.get(user)
  if (actor === undefined) throw new Error(`the demo user ${user} has not joined yet`)
  return actor
}

function postOf({ posts }: State, ref: PostRef): string {
  const id = posts.get(keyOf(ref))
  if (id === undefined) throw new Error(`the demo post ${keyOf(ref)} does not exist yet`)
  return id
}

function keyOf({ question, answer }: PostRef) {
  return `${question}/${answer ?? ''}`
}
