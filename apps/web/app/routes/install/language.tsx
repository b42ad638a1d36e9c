import { installLanguages } from '@stoa/contract/features/install'
import { getLanguage, isLocale } from '@stoa/locales/languages'
import { Form, redirect } from 'react-router'
import { InstallPage } from '../../features/admin/install/install-page.tsx'
import {
  databasePath,
  installHeaders,
  loadInstallState,
} from '../../features/admin/install/install-state.server.ts'
import { apiFrom } from '../../kernel/api.server.ts'
import { preferenceCookie, localeCookie } from '../../kernel/preferences.ts'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { Button } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import type { Route } from './+types/language.ts'

export const headers = installHeaders

export async function loader(args: Route.LoaderArgs) {
  await loadInstallState(args, 'no database')
  return { languages: await apiFrom(args).call(installLanguages, {}) }
}

export async function action({ request }: Route.ActionArgs) {
  const chosen = (await request.formData()).get(localeCookie)
  const cookies = new Headers()
  if (isLocale(chosen)) cookies.append('set-cookie', preferenceCookie(localeCookie, chosen))
  return redirect(databasePath, { headers: cookies })
}

export default function InstallLanguage({ loaderData }: Route.ComponentProps) {
  const t = useTranslate()
  const { locale } = useVisit()
  const title = t('install.language.title')
  return (
    <InstallPage step="language" title={title} intro={t('install.language.intro')}>
      <Form method="post" className="grid justify-items-start gap-6">
        <RadioGroup
          legend={title}
          hideLegend
          name={localeCookie}
          defaultValue={locale}
          options={loaderData.languages.map(({ value, label }) => ({
            value,
            label: <LanguageName value={value} label={label} />,
          }))}
        />
        <Button type="submit" variant="primary" size="lg">
          {t('install.next')}
        </Button>
      </Form>
    </InstallPage>
  )
}

/** `lang` lets screen readers pronounce the name. */
function LanguageName({ value, label }: { value: string; label: string }) {
  return isLocale(value) ? <span lang={getLanguage(value).tag}>{label}</span> : label
}
