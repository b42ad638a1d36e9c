import { navbarStyles, type ThemeColors } from '@stoa/contract/settings/site'
import { useHydrated } from '../../../kernel/hydration.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { ColorInput } from '../../../ui/color-input.tsx'
import { DEFAULT_PRIMARY } from '../../../ui/palette.ts'
import { Segments } from '../../../ui/segments.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { attributesOf, type ControlProps } from './control-props.ts'
import { ThemePreview } from './theme-preview.tsx'

const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

/** The color as text and as a picker, and where it is used, with how it looks and reads in both themes. */
export function ThemeColorControl({ draft, onChange }: ControlProps) {
  const t = useTranslate()
  const isHydrated = useHydrated()
  const config = draft.input as Record<string, ThemeColors>
  const { primary_color: color = DEFAULT_PRIMARY, navbar_style: style = 'light' } =
    config['default'] ?? {}
  const set = (changes: Partial<ThemeColors>) =>
    onChange({
      ...config,
      default: { primary_color: color, navbar_style: style, ...changes },
    })
  return (
    <div className="grid gap-2.5">
      <div className="flex items-center gap-2">
        <ColorInput
          aria-label={t('settings_form.color_picker')}
          value={isColor(color) ? color : DEFAULT_PRIMARY}
          onChange={(event) => set({ primary_color: event.currentTarget.value })}
        />
        <TextInput
          {...attributesOf(draft)}
          value={color}
          dir="ltr"
          spellCheck={false}
          autoCapitalize="none"
          onChange={(event) => set({ primary_color: event.currentTarget.value.trim() })}
          className="w-32! font-mono text-md!"
        />
      </div>
      <div className="flex flex-wrap items-center gap-2.5 text-md">
        <span aria-hidden="true">{t('settings_form.header')}</span>
        <Segments
          label={t('settings_form.header')}
          name="navbar_style"
          items={navbarStyles.map((value) => ({
            value,
            label: t(`settings_form.header_style.${value}`),
          }))}
          value={style}
          onChange={(value) => set({ navbar_style: value })}
        />
      </div>
      {/* The policy of the page forbids style attributes in its HTML. */}
      <div className="min-h-72">
        {isHydrated && isColor(color) && (
          <ThemePreview color={color} hasColoredHeader={style === 'colored'} />
        )}
      </div>
    </div>
  )
}
