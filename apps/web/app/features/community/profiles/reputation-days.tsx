import type { UserStatistics } from '@stoa/contract/features/profiles'
import type { ReputationLine } from '@stoa/contract/features/reputation'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Count } from '../../../ui/count.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { PostLine } from './post-lines.tsx'
import { ReputationChart } from './reputation-chart.tsx'

type ReputationDaysProps = { lines: ReputationLine[]; months: UserStatistics['months'] }

/** Points per day and post, with their reasons. */
export function ReputationDays({ lines, months }: ReputationDaysProps) {
  const t = useTranslate()
  const { date, points: formatPoints } = useFormats()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <ReputationChart months={months} />
      <p className="text-sm">
        <TextLink href="/help/privileges">{t('privileges.link')}</TextLink>
      </p>
      {[...Map.groupBy(lines, (line) => date(line.created_at))].map(([day, dayLines]) => (
        <section key={day} aria-label={day}>
          <div className="flex items-baseline justify-between gap-4 border-b border-line-strong pb-1">
            <h2 className="text-sm font-semibold text-ink-2">{day}</h2>
            <Count
              text={formatPoints(sumPoints(dayLines))}
              className="text-sm font-semibold text-ink-2"
            />
          </div>
          <ol>
            {[...Map.groupBy(dayLines, (line) => line.object_id)].map(([id, postLines]) => (
              <PostPoints key={id} lines={postLines} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

function PostPoints({ lines }: { lines: ReputationLine[] }) {
  const t = useTranslate()
  const { points: formatPoints } = useFormats()
  const [newest] = lines
  if (newest === undefined) return null
  const points = sumPoints(lines)
  return (
    <PostLine
      line={newest}
      start={
        <Count
          text={formatPoints(points)}
          className={classNames('text-md font-semibold', points > 0 ? 'text-ok' : 'text-bad')}
        />
      }
      description={
        <ul className="flex flex-wrap gap-x-4">
          {[...Map.groupBy(lines, (line) => line.reason)].map(([reason, reasonLines]) => (
            <li key={reason}>
              {t(`user_page.points_${reason}`, { count: reasonLines.length })}{' '}
              <Count
                text={formatPoints(sumPoints(reasonLines))}
                className="font-medium text-ink-2"
              />
            </li>
          ))}
        </ul>
      }
    />
  )
}

const sumPoints = (lines: ReputationLine[]) =>
  lines.reduce((total, line) => total + line.reputation, 0)
