import {
  countAdminAnswers as countAnswersCall,
  countAdminQuestions as countQuestionsCall,
  emptyDeleted,
  exportAdminAnswers,
  exportAdminQuestions,
  listAdminAnswers as listAnswersCall,
  listAdminQuestions as listQuestionsCall,
  listAdminReasons,
  reviewAdminReport,
  setAnswerStatus as setAnswerStatusCall,
  setQuestionStatus as setQuestionStatusCall,
} from '@stoa/contract/features/content-admin'
import { reasonsFor } from '@stoa/contract/features/reasons'
import { translator } from '@stoa/locales/translate'
import { fail } from '../../../kernel/errors.ts'
import { route } from '../../../kernel/route.ts'
import { reviewCase } from '../../community/flags/review.actions.ts'
import { toReason } from '../../community/reasons/reasons.queries.ts'
import { questionViewOf } from '../../content/questions/questions.queries.ts'
import { idWriter } from '../../content/shared/posts.settings.ts'
import { exportAnswers, exportQuestions } from './content-admin.export.ts'
import { askEmptying } from './emptying.actions.ts'
import {
  countAdminAnswers,
  countAdminQuestions,
  listAdminAnswers,
  listAdminQuestions,
} from './lists.queries.ts'
import { setAnswerStatus, setQuestionStatus } from './status.actions.ts'

export const contentAdminRoutes = [
  route(listQuestionsCall, ({ input, actor, ctx }) =>
    listAdminQuestions(ctx, actor, input, questionViewOf(ctx.settings)),
  ),

  route(listAnswersCall, ({ input, actor, ctx }) =>
    listAdminAnswers(ctx, actor, input, idWriter(ctx.settings)),
  ),

  route(countQuestionsCall, ({ ctx }) => countAdminQuestions(ctx.db)),

  route(countAnswersCall, ({ ctx }) => countAdminAnswers(ctx.db)),

  route(setQuestionStatusCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await setQuestionStatus(tx, actor, input)
      return null
    }),
  ),

  route(setAnswerStatusCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await setAnswerStatus(tx, actor, input)
      return null
    }),
  ),

  route(listAdminReasons, async ({ input, caller }) => {
    const numbers = reasonsFor(input.object_type, input.action) ?? fail('reason.none')
    const t = translator(caller.locale)
    return numbers.map((number) => toReason(number, t))
  }),

  route(reviewAdminReport, ({ input, actor, transact }) =>
    transact(async (tx) => {
      const { id, action, flagged_type, flagged_content, ...edit } = input
      await reviewCase(tx, actor, {
        flag_id: id,
        operation_type: action,
        close_type: flagged_type,
        close_msg: flagged_content,
        note: '',
        ...edit,
      })
      return null
    }),
  ),

  route(emptyDeleted, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await askEmptying(tx, actor, input.type)
      return null
    }),
  ),

  route(exportAdminQuestions, ({ input, actor, ctx }) => exportQuestions(ctx, actor, input)),

  route(exportAdminAnswers, ({ input, actor, ctx }) => exportAnswers(ctx, actor, input)),
]
