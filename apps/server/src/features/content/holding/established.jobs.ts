import { generalSettings } from '@stoa/contract/settings/site'
import { questionStatuses } from '@stoa/contract/features/questions'
import { and, desc, eq, lt, sql } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import { isStaff } from '../../../kernel/rules.ts'
import { transact } from '../../../kernel/transact.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { users } from '../../../schema/users.ts'
import { postTraces } from '../../../schema/waves.ts'
import { listExternalLinks } from '../shared/external-links.rules.ts'
import { isNewUser } from './spam.rules.ts'
import { listTargets } from './targets.rules.ts'
import { keyOf } from './trace-keys.rules.ts'
import { saveTrace } from './traces.actions.ts'

const hourMs = 3_600_000
const batchSize = 500
const maxBatches = 40

/** More than the time between two runs. Content that was missed only makes the site forget a host. */
const usualMs = 3 * hourMs
/** The first time, on a site with older content. */
const firstMs = 30 * 24 * hourMs

/**
 * Remembers where content of established members leads to: such places are no sign of spam. In a job, so that they do not wait
 * for it when they post.
 */
export async function traceEstablished(ctx: Context) {
  const now = ctx.clock.now().getTime()
  const [first] = await ctx.primary
    .select({ at: postTraces.createdAt })
    .from(postTraces)
    .orderBy(postTraces.createdAt)
    .limit(1)
  const isFirstRun = first === undefined || first.at.getTime() > now - usualMs
  const since = new Date(now - (isFirstRun ? firstMs : usualMs))
  for (const table of [questions, answers, comments]) {
    let before: string | null = null
    for (let batch = 0; batch < maxBatches; batch++) {
      const rows: ContentRow[] = await readBefore(ctx, table, before)
      const recent = rows.filter(({ createdAt }) => createdAt > since)
      await saveAll(ctx, recent)
      before = rows.at(-1)?.id ?? null
      if (recent.length < batchSize) break
    }
  }
}

type ContentRow = Awaited<ReturnType<typeof readBefore>>[number]

/** The newest first: ids grow with time. */
async function readBefore(
  { primary }: Context,
  table: typeof questions | typeof answers | typeof comments,
  before: string | null,
) {
  return await primary
    .select({
      id: table.id,
      questionId: 'questionId' in table ? table.questionId : table.id,
      html: table.parsedText,
      createdAt: table.createdAt,
      author: {
        id: users.id,
        roleId: users.roleId,
        reputation: users.reputation,
        questionCount: users.questionCount,
        answerCount: users.answerCount,
        createdAt: users.createdAt,
      },
    })
    .from(table)
    .innerJoin(users, eq(users.id, table.userId))
    .where(
      and(
        sql`${table.status} <> ${questionStatuses.pending}`,
        before === null ? undefined : lt(table.id, before),
      ),
    )
    .orderBy(desc(table.id))
    .limit(batchSize)
}

async function saveAll(ctx: Context, rows: readonly ContentRow[]) {
  const siteUrl = ctx.settings.get(generalSettings).site_url
  const now = ctx.clock.now()
  const traced = rows
    .filter(({ author }) => isStaff(author) || !isNewUser(author, now))
    .map((row) => ({ row, targets: listTargets(row.html, listExternalLinks(row.html, siteUrl)) }))
    .filter(({ targets }) => targets.length > 0)
  if (traced.length === 0) return
  await transact(ctx, async (tx) => {
    for (const { row, targets } of traced) {
      const { id: objectId, questionId, createdAt } = row
      const keys = targets.map((target) => keyOf('known', target))
      const nothingElse = { signature: [], network: '', score: 0, signals: [] }
      const trace = { ...nothingElse, userId: row.author.id, targets, keys }
      await saveTrace(tx, trace, { objectId, questionId, isHeld: false, createdAt })
    }
  })
}
