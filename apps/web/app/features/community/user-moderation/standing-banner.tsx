import { useLocation } from 'react-router'
import { useFormats } from '../../../kernel/formats.tsx'
import { accountStatusPath } from '../../../kernel/paths.ts'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { TextButtonLink } from '../../../ui/text-button.tsx'

/** On every page, until a warning is acknowledged or a silence ends. */
export function StandingBanner() {
  const t = useTranslate()
  const { dateTime } = useFormats()
  const { viewer, now } = useVisit()
  const { pathname } = useLocation()
  if (viewer === null || pathname === accountStatusPath) return null
  const isSilenced = viewer.silenced_until > now
  if (!viewer.has_warning && !isSilenced) return null
  return (
    <Banner
      tone="warn"
      end={
        <TextButtonLink href={accountStatusPath} className="-ms-2">
          {t('standing.read')}
        </TextButtonLink>
      }
    >
      {viewer.has_warning
        ? t('standing.banner_warning')
        : t('standing.banner_silenced', { time: dateTime(viewer.silenced_until) })}
    </Banner>
  )
}
