import { Inbox, Search } from 'lucide-react'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { contrast, type Palette } from '../../../ui/color.ts'
import { headerPalette } from '../../../ui/header-colors.ts'
import { palette } from '../../../ui/palette.ts'

type ThemePreviewProps = { color: string; hasColoredHeader: boolean }

/** How the header, buttons and links look in both themes, and how well they can be read. */
export function ThemePreview({ color, hasColoredHeader }: ThemePreviewProps) {
  const t = useTranslate()
  const themes = palette(color)
  return (
    <ul className="grid gap-2 text-sm">
      {(['light', 'dark'] as const).map((name) => {
        const colors = themes[name]
        const header = hasColoredHeader ? headerPalette(colors) : colors
        const ratio = contrast(colors['accent-ink'] ?? color, colors['paper'] ?? '#ffffff')
        const isAdjusted = colors['accent']?.toLowerCase() !== color.toLowerCase()
        return (
          <li
            key={name}
            className="overflow-hidden rounded-md border border-line"
            style={{ background: colors['paper'], color: colors['ink-2'] }}
          >
            <HeaderSample colors={header} />
            <div className="grid justify-items-start gap-1.5 p-3">
              <span
                className="rounded-md px-2.5 py-1 font-semibold"
                style={{ background: colors['accent'], color: colors['on-accent'] }}
              >
                {t(`theme.${name}`)}
              </span>
              <span className="underline" style={{ color: colors['accent-ink'] }}>
                {t('settings_form.color_link')}
              </span>
              <span>
                {t('settings_form.contrast', { ratio: ratio.toFixed(1) })}{' '}
                {hasColoredHeader &&
                  t('settings_form.contrast_header', {
                    ratio: headerContrast(header).toFixed(1),
                  })}{' '}
                {isAdjusted && t('settings_form.color_adjusted')}
              </span>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** Of the text that is hardest to read: the placeholder of the search field. */
function headerContrast({ 'ink-3': text = '', wash = '', paper = '' }: Palette) {
  return Math.min(contrast(text, wash), contrast(text, paper))
}

function HeaderSample({ colors }: { colors: Palette }) {
  const t = useTranslate()
  const { site } = useVisit()
  return (
    <div
      aria-hidden="true"
      className="flex items-center gap-2.5 border-b px-3 py-2"
      style={{ background: colors['paper'], color: colors['ink'], borderColor: colors['line'] }}
    >
      <span
        className="truncate font-serif text-lg leading-none font-semibold"
        style={{ maxInlineSize: '6rem' }}
        dir="auto"
      >
        {site.name}
      </span>
      <span
        className="flex min-w-0 flex-1 items-center gap-1.5 rounded-md px-2 py-1 text-xs"
        style={{ background: colors['wash'], color: colors['ink-3'] }}
      >
        <Search className="icon" />
        <span className="truncate">{t('search.label')}</span>
      </span>
      <Inbox className="icon text-lg" style={{ color: colors['ink-2'] }} />
      <span
        className="rounded-md px-2 py-1 text-xs font-semibold"
        style={{ background: colors['accent'], color: colors['on-accent'] }}
      >
        {t('nav.ask')}
      </span>
    </div>
  )
}
