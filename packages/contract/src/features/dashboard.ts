import { z } from 'zod'
import { adminPrefix, endpoint } from '../endpoint.ts'
import { reviewQueues } from './review.ts'
import { UserBasic } from './users.ts'

const count = z.number().int().nonnegative()
const seconds = z.number().int().nonnegative().nullable()

export const getDashboard = endpoint({
  method: 'GET',
  path: `${adminPrefix}/dashboard`,
  access: 'admin',
  allowsKeys: true,
  summary:
    'Returns what the site contains and how it is installed. Counts are up to ten minutes old.',
  response: z.object({
    question_count: count,
    /** With an accepted answer. */
    resolved_count: count,
    /** In percent. */
    resolved_rate: z.string(),
    unanswered_count: count,
    unanswered_rate: z.string(),
    answer_count: count,
    comment_count: count,
    /** On posts and comments. */
    vote_count: count,
    user_count: count,
    /** Beyond 100,000 rows, counts are those of the database's statistics. */
    is_estimate: z.boolean(),
    /** Open cases at the review desk. */
    report_count: count,
    /** At most 1,000 are counted for each queue. In Unix seconds; null without open cases. */
    open_cases: z
      .array(z.object({ name: z.enum(reviewQueues), count, oldest_at: count.nullable() }))
      .max(reviewQueues.length),
    uploading_files: z.boolean(),
    smtp: z.enum(['enabled', 'not_configured']),
    https: z.boolean(),
    time_zone: z.string(),
    /** Of uploaded files. */
    occupying_storage_space: z.string(),
    /** Seconds since this process started. */
    app_start_time: z.string(),
    version_info: z.object({
      version: z.string(),
      revision: z.string(),
      /** The newest release; empty unless updates are checked. */
      remote_version: z.string(),
    }),
    login_required: z.boolean(),
    /** The name is that of the API; the value is the version of Node.js. */
    go_version: z.string(),
    database_version: z.string(),
    database_size: z.string(),
  }),
})

/** In days. */
export const figurePeriods = [7, 30, 90, 365] as const
export type FigurePeriod = (typeof figurePeriods)[number]

const answeringFields = {
  questions: count,
  /** Those asked at least a day before the figures were computed. */
  questions_due: count,
  /** Of these. */
  answered_in_a_day: count,
  first_answer_median: seconds,
  first_answer_p90: seconds,
  acceptance_median: seconds,
  acceptance_p90: seconds,
  /** Users whose first question or answer is of this time. */
  new_people: count,
  /** Users who posted questions or answers, and had done so before. */
  returning_people: count,
}

export const AnsweringFigures = z.object(answeringFields)
export type AnsweringFigures = z.output<typeof AnsweringFigures>

export const cohortUnits = ['week', 'month'] as const
export type CohortUnit = (typeof cohortUnits)[number]

const Cohort = z.object({
  /** The first second of the week or month, in the time zone of the site. */
  from: count,
  /** Users whose first question or answer is of this time. */
  people: count,
  /** How many of them posted in each later week or month. */
  returned: z.array(count).max(11),
})
export type Cohort = z.output<typeof Cohort>

const QueueFigures = z.object({
  name: z.enum(reviewQueues),
  current: z.object({
    opened: count,
    decided: count,
    /** Seconds from opening a case to its decision, of those decided in the period. */
    median: seconds,
    p90: seconds,
  }),
  previous: z.object({ opened: count, decided: count, median: seconds }),
})
export type QueueFigures = z.output<typeof QueueFigures>

export const FiguresOfPeriod = z.object({
  computed_at: count,
  /** The first and the last day, as their first seconds in the time zone of the site. */
  from: count,
  to: count,
  current: AnsweringFigures,
  previous: AnsweringFigures,
  /** Parts of equal length, oldest first. */
  parts: z.array(z.object({ from: count, ...answeringFields })).max(31),
  /** Open questions without an accepted answer and without one with a score above zero, by age in days. */
  unanswered: z.array(z.object({ from_days: count, to_days: count.nullable(), count })).max(5),
  /** Tags with enough questions, and hardly anyone who answers them regularly. */
  tags_without_experts: z
    .array(
      z.object({ slug_name: z.string(), questions: count, unanswered: count, regulars: count }),
    )
    .max(5),
  rising_tags: z
    .array(z.object({ slug_name: z.string(), questions: count, questions_before: count }))
    .max(5),
  /** The last whole weeks or months, oldest first. Null for a week, which is too short. */
  cohorts: z.object({ unit: z.enum(cohortUnits), list: z.array(Cohort).max(12) }).nullable(),
  review: z.array(QueueFigures).max(reviewQueues.length),
  /** Who decided most cases in the period. */
  reviewers: z.array(z.object({ user: UserBasic, decisions: count })).max(10),
  /** What several visitors searched for without finding anything, in the last 90 days at most. */
  missed_searches: z.array(z.object({ words: z.string(), searches: count })).max(10),
})
export type FiguresOfPeriod = z.output<typeof FiguresOfPeriod>

export const getFigures = endpoint({
  method: 'GET',
  path: `${adminPrefix}/dashboard/figures`,
  access: 'admin',
  allowsKeys: true,
  summary:
    'Returns how questions are answered, for whole days until yesterday. Computed every night.',
  input: {
    days: z.coerce
      .number()
      .pipe(z.union([z.literal(7), z.literal(30), z.literal(90), z.literal(365)]))
      .default(30),
  },
  /** Null until they have been computed. */
  response: FiguresOfPeriod.nullable(),
})

/** In the order in which a new site is set up. */
export const firstSteps = ['description', 'logo', 'email', 'backup', 'tags', 'people'] as const
export type FirstStep = (typeof firstSteps)[number]

export const listFirstSteps = endpoint({
  method: 'GET',
  path: `${adminPrefix}/dashboard/first-steps`,
  access: 'admin',
  allowsKeys: true,
  summary: 'Lists what a new site needs, and what of it is done.',
  response: z
    .array(z.object({ name: z.enum(firstSteps), is_done: z.boolean(), is_dismissed: z.boolean() }))
    .max(firstSteps.length),
})

export const setFirstStep = endpoint({
  method: 'PUT',
  path: `${adminPrefix}/dashboard/first-steps`,
  access: 'admin',
  summary:
    'Dismisses a first step, or shows it again. Backups are made outside of Stoa, so that an admin confirms them.',
  input: {
    name: z.enum(firstSteps),
    state: z.enum(['open', 'dismissed', 'confirmed']),
  },
  response: z.null(),
  errors: ['setting.unknown_option'],
})
