import { Monitor, Moon, Sun } from 'lucide-react'
import { useFetcher, useLocation } from 'react-router'
import { themeCookie } from '../../kernel/theme.ts'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'

const choices = [
  { value: 'system', icon: Monitor, label: 'theme.system' },
  { value: 'light', icon: Sun, label: 'theme.light' },
  { value: 'dark', icon: Moon, label: 'theme.dark' },
] as const

export function ThemeForm() {
  const { theme } = useVisit()
  const t = useTranslate()
  const { Form } = useFetcher()
  const { pathname, search } = useLocation()
  return (
    <Form
      method="post"
      action="/preferences"
      role="group"
      aria-label={t('theme.label')}
      className="flex items-center"
    >
      <input type="hidden" name="return" value={pathname + search} />
      {choices.map(({ value, icon: Icon, label }) => (
        <button
          key={value}
          type="submit"
          name={themeCookie}
          value={value}
          aria-label={t(label)}
          aria-pressed={theme === value}
          title={t(label)}
          className="inline-grid size-[max(1.875rem,var(--target))] place-items-center rounded-md text-md hover:bg-wash-2 hover:text-ink aria-pressed:text-accent-ink"
        >
          <Icon className="icon" aria-hidden="true" />
        </button>
      ))}
    </Form>
  )
}
