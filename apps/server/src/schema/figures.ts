import type { FigurePeriod, FiguresOfPeriod } from '@stoa/contract/features/dashboard'
import { date, integer, jsonb, pgTable } from 'drizzle-orm/pg-core'
import { time } from './columns.ts'

/** Reviewers by id: their names may change. */
export type StoredFigures = Omit<FiguresOfPeriod, 'computed_at' | 'reviewers'> & {
  reviewers: { user_id: string; decisions: number }[]
}

/** How questions are answered, one row for each period. Computed from the content, so rows may be deleted. */
export const siteFigures = pgTable('site_figures', {
  days: integer().$type<FigurePeriod>().primaryKey(),
  /** The day after the period, in the time zone of the site. */
  day: date().notNull(),
  computedAt: time('computed_at').notNull(),
  figures: jsonb().$type<StoredFigures>().notNull(),
})
