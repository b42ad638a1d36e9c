import { after, every } from '../../../kernel/events.ts'
import { ageHotScores, refreshHotScore } from './hot-score.ts'

export const questionsListeners = [
  after('question.asked', 'hot-score', (ctx, { questionId }) => refreshHotScore(ctx, questionId)),
  after('question.edited', 'hot-score', (ctx, { questionId }) => refreshHotScore(ctx, questionId)),
  after('answer.posted', 'hot-score', (ctx, { questionId }) => refreshHotScore(ctx, questionId)),
  after('answer.deleted', 'hot-score', (ctx, { questionId }) => refreshHotScore(ctx, questionId)),
  after('answer.recovered', 'hot-score', (ctx, { questionId }) => refreshHotScore(ctx, questionId)),
  after('answer.converted', 'hot-score', (ctx, { questionId }) => refreshHotScore(ctx, questionId)),
  after('comment.converted', 'hot-score', (ctx, { questionId }) =>
    refreshHotScore(ctx, questionId),
  ),
  every('7 * * * *', 'refresh-hot-scores', ageHotScores),
]
