import {
  type FiguresOfPeriod,
  figurePeriods,
  getDashboard,
  getFigures,
  listFirstSteps,
} from '@stoa/contract/features/dashboard'
import { listWebhooks } from '@stoa/contract/features/webhooks'
import {
  AcceptanceBlock,
  AnsweredInADayBlock,
  FirstAnswerBlock,
  minQuestions,
  shareOf,
} from '../../features/admin/dashboard/answering-blocks.tsx'
import { FirstSteps } from '../../features/admin/dashboard/first-steps.tsx'
import {
  ContentFigures,
  InstallationFacts,
} from '../../features/admin/dashboard/installation-facts.tsx'
import {
  RisingTagsBlock,
  TagsWithoutExpertsBlock,
  UnansweredBlock,
} from '../../features/admin/dashboard/list-blocks.tsx'
import { MissedSearchesBlock } from '../../features/admin/dashboard/missed-searches-block.tsx'
import { PeopleBlock } from '../../features/admin/dashboard/people-block.tsx'
import { RetentionBlock } from '../../features/admin/dashboard/retention-block.tsx'
import { ReviewBlock } from '../../features/admin/dashboard/review-block.tsx'
import { toWaitText } from '../../features/admin/dashboard/wait-text.ts'
import { StoppedWebhooks } from '../../features/admin/webhooks/webhook-state.tsx'
import { apiFrom } from '../../kernel/api.server.ts'
import { useFormats } from '../../kernel/formats.tsx'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { SegmentLinks } from '../../ui/segments.tsx'
import type { Route } from './+types/dashboard.ts'

export async function loader(args: Route.LoaderArgs) {
  const wanted = Number(args.url.searchParams.get('days'))
  const days = figurePeriods.find((period) => period === wanted) ?? 30
  const api = apiFrom(args)
  const [figures, facts, steps, webhooks] = await Promise.all([
    api.call(getFigures, { days }),
    api.call(getDashboard, {}),
    api.call(listFirstSteps, {}),
    api.call(listWebhooks, {}),
  ])
  return { days, figures, facts, steps, webhooks }
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { days, figures, facts, steps, webhooks } = loaderData
  const t = useTranslate()
  const { date } = useFormats()
  return (
    <>
      <PageMeta title={t('admin.dashboard')} noIndex />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-ink-3">
          {figures &&
            t('figure.period', { from: date(figures.from), to: date(figures.to - 1), days })}
        </p>
        <SegmentLinks
          label={t('figure.periods')}
          items={figurePeriods.map((period) => ({
            href: `/admin/dashboard?days=${period}`,
            label: t('figure.last_days', { days: period }),
            current: period === days,
          }))}
        />
      </div>
      <h1 className="mt-3 font-serif text-4xl leading-[1.2] font-semibold tracking-title">
        {t('figure.title')}
      </h1>
      <p className="mt-2 mb-8 max-w-measure font-serif text-lg leading-body text-ink-2">
        <Answer figures={figures} />
      </p>
      <div className="grid gap-10">
        <StoppedWebhooks webhooks={webhooks} />
        <FirstSteps steps={steps} />
        {figures !== null && figures.current.questions_due >= minQuestions && (
          <>
            <div className="grid gap-x-8 gap-y-10 lg:grid-cols-2">
              <FirstAnswerBlock figures={figures} />
              <AnsweredInADayBlock figures={figures} />
            </div>
            <div className="grid gap-x-8 gap-y-10 lg:grid-cols-3">
              <UnansweredBlock figures={figures} />
              <TagsWithoutExpertsBlock figures={figures} />
              <RisingTagsBlock figures={figures} />
            </div>
            <div className="grid gap-x-8 gap-y-10 lg:grid-cols-[1fr_2fr]">
              <AcceptanceBlock figures={figures} />
              <PeopleBlock figures={figures} />
            </div>
          </>
        )}
        {figures !== null && (
          <>
            <RetentionBlock cohorts={figures.cohorts} />
            <ReviewBlock figures={figures} openCases={facts.open_cases} />
            <MissedSearchesBlock figures={figures} />
          </>
        )}
        <ContentFigures facts={facts} />
        <InstallationFacts facts={facts} />
      </div>
    </>
  )
}

/** The finding, before the numbers. */
function Answer({ figures }: { figures: FiguresOfPeriod | null }) {
  const t = useTranslate()
  const { number } = useFormats()
  if (figures === null) return t('figure.none_yet')
  const { current, tags_without_experts: tags } = figures
  if (current.questions_due < minQuestions)
    return t('figure.too_few', { count: current.questions_due, minimum: minQuestions })
  const sentence = t('figure.answer', {
    percent: number(Math.round(shareOf(current) * 100)),
    median:
      current.first_answer_median === null
        ? t('figure.unknown')
        : toWaitText(current.first_answer_median, t),
  })
  const names = tags.slice(0, 2).map((tag) => tag.slug_name)
  if (names.length === 0) return sentence
  return `${sentence} ${t('figure.answer_tags', { tags: names.join(', ') })}`
}
