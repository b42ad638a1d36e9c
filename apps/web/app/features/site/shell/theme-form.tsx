import { Monitor, Moon, Sun } from 'lucide-react'
import { useFetcher, useLocation } from 'react-router'
import { themeCookie } from '../../../kernel/preferences.ts'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'

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
    <Form method="post" action="/preferences">
      <input type="hidden" name="return" value={pathname + search} />
      <div role="group" aria-label={t('theme.label')} className="flex items-center">
        {choices.map(({ value, icon: Icon, label }) => (
          <IconButton
            key={value}
            type="submit"
            size="sm"
            name={themeCookie}
            value={value}
            label={t(label)}
            aria-pressed={theme === value}
            className="pointer-coarse:size-target aria-pressed:[&_svg]:fill-none!"
            icon={<Icon className="icon" aria-hidden="true" />}
          />
        ))}
      </div>
    </Form>
  )
}
