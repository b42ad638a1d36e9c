import { sql } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import { after, every, within } from '../../../kernel/events.ts'
import { transact } from '../../../kernel/transact.ts'
import type { BadgeCondition } from '../../../schema/badges.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { awardFor, deleteAwards } from './awarding.actions.ts'
import { awardForApproval, checkContent } from './content.jobs.ts'
import { moveBadges } from './defining.actions.ts'
import { checkPast } from './past.jobs.ts'
import { checkVotes } from './votes.jobs.ts'

/** Jobs look at things as they are when they run: the deed may have been undone, and content may have been hidden. */
const awardTo =
  (condition: BadgeCondition) =>
  (ctx: Context, { userId }: { userId: string }) =>
    transact(ctx, (tx) => awardFor(tx, condition, { ids: [userId] }))

export const badgesListeners = [
  after('profile.changed', 'award-badges', awardTo('bio_written')),
  after('question.edited', 'award-badges', awardTo('post_edited')),
  after('answer.edited', 'award-badges', awardTo('post_edited')),
  after('content.flagged', 'award-badges', awardTo('flag_sent')),
  after('user.flagged', 'award-badges', (ctx, { byId }) =>
    awardTo('flag_sent')(ctx, { userId: byId }),
  ),
  after('post.reacted', 'award-badges', awardTo('reaction_added')),
  after('post.shared', 'award-badges', awardTo('post_shared')),
  after('answer.accepted', 'award-badges', awardForAcceptance),
  after('held_post.decided', 'award-badges', awardForApproval),
  every('* * * * *', 'award-badges-for-votes', checkVotes),
  every('* * * * *', 'award-badges-for-content', checkContent),
  every('* * * * *', 'award-badges-for-past-deeds', checkPast),
  within('tag.merged', (tx, { tagId, intoId }) => moveBadges(tx, tagId, intoId)),
  within('account.left', (tx, { userId }) => deleteAwards(tx, { userId })),
  within('content.removed', (tx, { postIds }) => deleteAwards(tx, { objectIds: postIds })),
]

/** The asker accepts; staff may do it for them. */
async function awardForAcceptance(
  ctx: Context,
  { questionId, answerId }: { questionId: string; answerId: string },
) {
  const asker = sql`select user_id from ${questions} where id = ${questionId}::bigint`
  const author = sql`select user_id from ${answers} where id = ${answerId}::bigint`
  await transact(ctx, async (tx) => {
    await awardFor(tx, 'answer_accepted', { query: asker })
    await awardFor(tx, 'answers_solved', { query: author })
  })
}
