import {
  getDashboard,
  getFigures,
  listFirstSteps,
  setFirstStep,
} from '@stoa/contract/features/dashboard'
import { eq } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import { route } from '../../../kernel/route.ts'
import { siteFigures } from '../../../schema/figures.ts'
import { setFirstStep as saveFirstStep } from './first-steps.actions.ts'
import { readFirstSteps } from './first-steps.queries.ts'
import { describeInstallation } from './installation.queries.ts'
import { nameReviewers } from './review.queries.ts'

export const dashboardRoutes = [
  route(getDashboard, ({ ctx, actor }) => describeInstallation(ctx, actor)),

  route(getFigures, async ({ ctx, input }) => {
    const [row] = await ctx.db.select().from(siteFigures).where(eq(siteFigures.days, input.days))
    if (row === undefined) return null
    const reviewers = await nameReviewers(ctx.db, row.figures.reviewers)
    return { ...row.figures, reviewers, computed_at: toUnix(row.computedAt) }
  }),

  route(listFirstSteps, ({ ctx }) => readFirstSteps(ctx)),

  route(setFirstStep, ({ input, actor, transact }) =>
    transact((tx) => saveFirstStep(tx, actor, input)),
  ),
]
