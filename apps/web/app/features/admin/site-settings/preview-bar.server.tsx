import type { Locale } from '@stoa/locales/languages'
import { translator } from '@stoa/locales/translate'
import { renderToStaticMarkup } from 'react-dom/server'
import { Banner } from '../../../ui/banner.tsx'

/** Above a page that shows custom markup before it is saved. A part of the markup, so that readers do not load code for it. */
export function previewBar(locale: Locale): string {
  const t = translator(locale)
  return renderToStaticMarkup(<Banner tone="warn">{t('markup_preview.bar')}</Banner>)
}
