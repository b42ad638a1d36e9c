import type { Endpoint } from '@stoa/contract/endpoint'
import { flagUser, listFlaggedUsers } from '@stoa/contract/features/flagged-users'
import { listWaves } from '@stoa/contract/features/waves'
import { canFlagUser } from '../../src/features/community/flagged-users/flagged-users.rules.ts'
import { listFlagCases } from '@stoa/contract/features/flags'
import { follow } from '@stoa/contract/features/follows'
import { listHeldPosts } from '@stoa/contract/features/held-posts'
import { askQuestion } from '@stoa/contract/features/questions'
import { listStaffLog } from '@stoa/contract/features/staff-log'
import { auditSuggestion, listOpenSuggestions } from '@stoa/contract/features/suggestions'
import {
  createTag,
  deleteTag,
  editTag,
  getTag,
  mergeTags,
  recoverTag,
  setSynonyms,
} from '@stoa/contract/features/tags'
import {
  addUserNote,
  getUserModeration,
  silenceUser,
  suspendUser,
  unsilenceUser,
  unsuspendUser,
  warnUser,
} from '@stoa/contract/features/user-moderation'
import { eq } from 'drizzle-orm'
import { canAudit } from '../../src/features/community/suggestions/suggestions.rules.ts'
import { canModerate } from '../../src/features/community/user-moderation/user-moderation.rules.ts'
import { canAsk } from '../../src/features/content/questions/questions.rules.ts'
import {
  canCreateTag,
  canEditTag,
  canSetSynonyms,
} from '../../src/features/content/tags/tags.rules.ts'
import { aUser } from '../../src/features/people/auth/accounts.factory.ts'
import { type Actor, allow, deny, isStaff, type Verdict } from '../../src/kernel/rules.ts'
import { tags } from '../../src/schema/tags.ts'
import { users } from '../../src/schema/users.ts'
import type { TestSite } from '../site.ts'
import { suggestEdits } from './suggestions.ts'
import type { Caller } from './actors.ts'
import { required } from './content-action.ts'

/** An action on something else than content. */
export type Subject = {
  group: string
  state: string
  action: string
  endpoint: Endpoint
  input: (caller: Caller) => object
  verdict: (actor: Actor) => Verdict
  /** Whether visitors may see it. */
  isPublic?: boolean
}

type Row = Pick<Subject, 'endpoint' | 'verdict' | 'isPublic'> & { input: Subject['input'] | object }

const toSubjects = (group: string, state: string, rows: Record<string, Row>): Subject[] =>
  Object.entries(rows).map(([action, { endpoint, input, verdict, isPublic = true }]) => ({
    group,
    state,
    action,
    endpoint,
    verdict,
    isPublic,
    input: typeof input === 'function' ? (input as Subject['input']) : () => input,
  }))

export async function createSubjects(site: TestSite): Promise<Subject[]> {
  const staff = await aUser(site.ctx, { role: 'moderator' })
  return [
    ...(await createTagSubjects(site, staff.token)),
    ...(await createUserSubjects(site)),
    ...siteSubjects(),
    ...(await createSuggestionSubjects(site)),
  ]
}

async function createTagSubjects(site: TestSite, token: string) {
  const client = site.as(token)
  const create = (slug_name: string) =>
    client.call(createTag, { slug_name, display_name: slug_name, original_text: 'About it.' })
  const idOf = async (slug: string) => {
    const [tag] = await site.ctx.db.select().from(tags).where(eq(tags.slugName, slug))
    return tag!.id
  }
  for (const slug of ['spelt', 'gone', 'target']) await create(slug)
  const [kept, gone, target] = [await idOf('spelt'), await idOf('gone'), await idOf('target')]
  await client.call(deleteTag, { tag_id: gone })
  const rowsOf = (id: string, slug: string, isDeleted: boolean): Record<string, Row> => {
    const ifKept = (verdict: (actor: Actor) => Verdict) => (actor: Actor) =>
      isDeleted ? deny('tag.not_found') : verdict(actor)
    const texts = { slug_name: slug, display_name: slug, original_text: 'More about it.' }
    return {
      read: {
        endpoint: getTag,
        input: { id },
        isPublic: !isDeleted,
        verdict: (actor) => (isDeleted && !isStaff(actor) ? deny('tag.not_found') : allow),
      },
      follow: { endpoint: follow, input: { object_id: id }, verdict: ifKept(() => allow) },
      edit: {
        endpoint: editTag,
        input: { tag_id: id, ...texts },
        verdict: ifKept((actor) => canEditTag(actor, required)),
      },
      'set synonyms': {
        endpoint: setSynonyms,
        input: { tag_id: id, synonym_tag_list: [] },
        verdict: ifKept((actor) => canSetSynonyms(actor, required)),
      },
      merge: {
        endpoint: mergeTags,
        input: { source_tag_id: id, target_tag_id: target },
        verdict: ifKept(() => allow),
      },
      delete: { endpoint: deleteTag, input: { tag_id: id }, verdict: ifKept(() => allow) },
      undelete: {
        endpoint: recoverTag,
        input: { tag_id: id },
        verdict: () => (isDeleted ? allow : deny('tag.not_found')),
      },
    }
  }
  return [
    ...toSubjects('Tags', 'normal', rowsOf(kept, 'spelt', false)),
    ...toSubjects('Tags', 'deleted', rowsOf(gone, 'gone', true)),
  ]
}

async function createUserSubjects(site: TestSite) {
  const create = async (state: string, role: 'user' | 'moderator' | 'admin', columns = {}) => {
    const { id } = await aUser(site.ctx, { name: `Concerned ${state}`, role })
    if (Object.keys(columns).length > 0)
      await site.db.update(users).set(columns).where(eq(users.id, id))
    const [row] = await site.ctx.db.select().from(users).where(eq(users.id, id))
    return toSubjects('Users', state, rowsOfUser(row!))
  }
  return [
    ...(await create('normal', 'user')),
    ...(await create('suspended', 'user', { status: 'suspended' })),
    ...(await create('silenced', 'user', { silencedUntil: new Date(Date.now() + 86_400_000) })),
    ...(await create('moderator', 'moderator')),
    ...(await create('admin', 'admin')),
    ...toSubjects('Users', 'oneself', rowsOfUser(null)),
  ]
}

/** Null for oneself. */
function rowsOfUser(user: typeof users.$inferSelect | null): Record<string, Row> {
  const text = 'Please stop doing this.'
  const input = (fields: object) => (caller: Caller) => ({
    user_id: user?.id ?? caller.actor?.id ?? '1',
    ...fields,
  })
  const moderate = (actor: Actor) => canModerate(actor, user ?? actor)
  const onlyIf = (isPossible: boolean) => (actor: Actor) =>
    isPossible ? moderate(actor) : deny('user.not_suspended')
  return {
    'read notes': { endpoint: getUserModeration, input: input({}), verdict: () => allow },
    // Staff write notes about each other too.
    'add note': {
      endpoint: addUserNote,
      input: input({ note: text }),
      verdict: (actor) =>
        user === null ? deny('user.oneself') : isStaff(actor) ? allow : deny('auth.forbidden'),
    },
    flag: {
      endpoint: flagUser,
      input: input({ report_type: 57 }),
      verdict: (actor) => canFlagUser(actor, user ?? { id: actor.id, status: 'normal' }, required),
    },
    warn: { endpoint: warnUser, input: input({ message: text }), verdict: moderate },
    silence: {
      endpoint: silenceUser,
      input: input({ duration: '24h', reason: text }),
      verdict: moderate,
    },
    unsilence: {
      endpoint: unsilenceUser,
      input: input({}),
      verdict: onlyIf(user !== null && user.silencedUntil !== null),
    },
    suspend: {
      endpoint: suspendUser,
      input: input({ suspend_duration: '24h', reason: text }),
      verdict: moderate,
    },
    unsuspend: {
      endpoint: unsuspendUser,
      input: input({}),
      verdict: onlyIf(user?.status === 'suspended'),
    },
  }
}

function siteSubjects(): Subject[] {
  const question = { title: 'Which oven do you use?', content: 'Gas or electric, or wood?' }
  return toSubjects('Site', 'any', {
    ask: {
      endpoint: askQuestion,
      input: { ...question, tags: [{ slug_name: 'baking' }] },
      verdict: (actor) => canAsk(actor, required),
    },
    'create tag': {
      endpoint: createTag,
      input: { slug_name: 'teff', display_name: 'teff', original_text: '' },
      verdict: (actor) => canCreateTag(actor, required),
    },
    'list flagged content': { endpoint: listFlagCases, input: {}, verdict: () => allow },
    'list flagged users': { endpoint: listFlaggedUsers, input: {}, verdict: () => allow },
    'list spam waves': { endpoint: listWaves, input: {}, verdict: () => allow },
    'list held content': { endpoint: listHeldPosts, input: {}, verdict: () => allow },
    // Members without the privilege get an empty list.
    'list suggested edits': { endpoint: listOpenSuggestions, input: {}, verdict: () => allow },
    'read staff log': { endpoint: listStaffLog, input: {}, verdict: () => allow },
  })
}

async function createSuggestionSubjects(site: TestSite): Promise<Subject[]> {
  const suggestions = await suggestEdits(site)
  return suggestions.flatMap(({ id, kind, userId }) =>
    toSubjects(
      'Suggested edits',
      kind,
      Object.fromEntries(
        (['approve', 'reject'] as const).map((operation) => [
          operation,
          {
            endpoint: auditSuggestion,
            input: { id, operation, reason: 'It changes the meaning.' },
            verdict: (actor: Actor) => canAudit(actor, { kind, userId }, required),
          },
        ]),
      ),
    ),
  )
}
