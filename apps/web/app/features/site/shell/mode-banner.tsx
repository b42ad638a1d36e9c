import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { isAdmin } from '../../../kernel/visit.ts'
import { Banner } from '../../../ui/banner.tsx'
import { TextButtonLink } from '../../../ui/text-button.tsx'

/** On every page while the site is not in normal operation. */
export function ModeBanner() {
  const t = useTranslate()
  const { site, viewer } = useVisit()
  if (site.mode === null || site.mode.mode === 'normal') return null
  return (
    <Banner
      tone="warn"
      end={
        viewer !== null &&
        isAdmin(viewer) && (
          <TextButtonLink href="/admin/site-mode" className="-ms-2">
            {t('site_mode.change')}
          </TextButtonLink>
        )
      }
    >
      <bdi>{site.mode.message || t(`site_mode.${site.mode.mode}`)}</bdi> <ModeEnd />
    </Banner>
  )
}

/** When the mode is expected to end, if that is known and still to come. */
export function ModeEnd() {
  const t = useTranslate()
  const { dateTime } = useFormats()
  const { site, now } = useVisit()
  const end = Date.parse(site.mode?.until ?? '') / 1000
  return end > now ? t('site_mode.until', { time: dateTime(end) }) : null
}
