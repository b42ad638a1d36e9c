import { useHydrated } from '../../../kernel/hydration.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { ColorInput } from '../../../ui/color-input.tsx'
import { contrast } from '../../../ui/color.ts'
import { DEFAULT_PRIMARY, palette } from '../../../ui/palette.ts'
import { TextInput } from '../../../ui/text-input.tsx'
import { attributesOf, type ControlProps } from './control-props.ts'

type ThemeConfig = Record<string, { primary_color: string }>

const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

/** The color as text and as a picker, with how it looks and reads in both themes. */
export function ThemeColorControl({ draft, onChange }: ControlProps) {
  const t = useTranslate()
  const isHydrated = useHydrated()
  const config = draft.input as ThemeConfig
  const color = config['default']?.primary_color ?? DEFAULT_PRIMARY
  const set = (primary_color: string) => onChange({ ...config, default: { primary_color } })
  return (
    <div className="grid gap-2.5">
      <div className="flex items-center gap-2">
        <ColorInput
          aria-label={t('settings_form.color_picker')}
          value={isColor(color) ? color : DEFAULT_PRIMARY}
          onChange={(event) => set(event.currentTarget.value)}
        />
        <TextInput
          {...attributesOf(draft)}
          value={color}
          dir="ltr"
          spellCheck={false}
          autoCapitalize="none"
          onChange={(event) => set(event.currentTarget.value.trim())}
          className="w-32! font-mono text-md!"
        />
      </div>
      {/* The policy of the page forbids style attributes in its HTML. */}
      <div className="min-h-28">{isHydrated && isColor(color) && <Verdict color={color} />}</div>
    </div>
  )
}

function Verdict({ color }: { color: string }) {
  const t = useTranslate()
  const themes = palette(color)
  return (
    <ul className="grid grid-cols-2 gap-2 text-sm">
      {(['light', 'dark'] as const).map((name) => {
        const colors = themes[name]
        const ratio = contrast(colors['accent-ink'] ?? color, colors['paper'] ?? '#ffffff')
        const isAdjusted = colors['accent']?.toLowerCase() !== color.toLowerCase()
        return (
          <li
            key={name}
            className="grid content-start justify-items-start gap-1.5 rounded-md border border-line p-3"
            style={{ background: colors['paper'], color: colors['ink-2'] }}
          >
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
              {isAdjusted && t('settings_form.color_adjusted')}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
