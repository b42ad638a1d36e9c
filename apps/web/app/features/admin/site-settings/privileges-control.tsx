import { type Privilege, privilegeLevels, privileges } from '@stoa/contract/settings/people'
import type { MessageKey } from '@stoa/locales/messages'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { CompactTable } from '../../../ui/compact-table.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { attributesOf, type ControlProps } from './control-props.ts'

type Custom = Record<string, number>

const customLevel = 99
const presets = ['1', '2', '3'] as const

type Props = ControlProps & { level: number; onLevel: (level: number) => void }

export function requiredBy(level: number, custom: Custom, name: Privilege): number {
  const [, standard] = privilegeLevels[name]
  if (level === customLevel) return custom[name] ?? standard
  return privilegeLevels[name][level - 1] ?? standard
}

/** Every privilege with the values of the presets; typing a value selects the custom level. */
export function PrivilegesControl({ draft, onChange, level, onLevel }: Props) {
  const t = useTranslate()
  const custom = draft.input as Custom
  const { id, ...attributes } = attributesOf(draft)
  const valueOf = (name: Privilege) => requiredBy(level, custom, name)

  function set(name: string, text: string) {
    // The other values of the custom level start from what is in effect.
    const start = Object.fromEntries(privileges.map((other) => [other, valueOf(other)]))
    const value = /^\d+$/.test(text) ? Number(text) : 0
    onChange({ ...(level === customLevel ? custom : start), [name]: value })
    if (level !== customLevel) onLevel(customLevel)
  }

  return (
    <CompactTable
      caption={t('settings_page.privileges')}
      heads={[
        { label: t('settings_form.privilege'), className: 'py-1.5 text-start' },
        ...presets.map((preset) => ({
          label: t(`setting_option.privileges.level.${preset}`),
          className: 'w-14 px-1 text-end max-md:hidden',
        })),
        { label: t('settings_form.in_effect'), className: 'w-24 ps-2 text-end' },
      ]}
    >
      {privileges.map((name, index) => {
        const label = t(`privilege.${name.replace('.', '_')}` as MessageKey)
        const value = valueOf(name)
        return (
          <tr key={name} className="border-b border-line last:border-0">
            <th scope="row" className="py-1 text-start font-normal text-ink-2">
              {label}
            </th>
            {privilegeLevels[name].map((preset, column) => (
              <td key={column} className="numeral px-1 text-end text-ink-3 max-md:hidden" dir="ltr">
                {preset}
              </td>
            ))}
            <td className="py-1 ps-2">
              <TextInput
                {...(index === 0 ? { id } : {})}
                {...attributes}
                name={name}
                aria-label={label}
                aria-invalid={value < 1 ? true : undefined}
                dir="ltr"
                inputMode="numeric"
                value={value === 0 ? '' : String(value)}
                onChange={(event) => set(name, event.currentTarget.value.trim())}
                className="min-h-[max(2rem,var(--target))]! py-1! text-end text-md!"
              />
            </td>
          </tr>
        )
      })}
    </CompactTable>
  )
}
