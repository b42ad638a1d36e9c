import { InstallPage } from '../../features/install/install-page.tsx'
import { installHeaders } from '../../features/install/install-state.server.ts'
import { installPath } from '../../kernel/addresses.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import type { Route } from './+types/key.ts'

export const headers = installHeaders

export function loader({ request }: Route.LoaderArgs) {
  return { isWrong: new URL(request.url).searchParams.has('wrong') }
}

/** A plain form that asks for a page: the server takes the key from its address and keeps it in a cookie. */
export default function InstallKey({ loaderData }: Route.ComponentProps) {
  const t = useTranslate()
  return (
    <InstallPage step={null} title={t('install.key.title')} intro={t('install.key.intro')}>
      <form method="get" action={installPath} className="grid max-w-form gap-4">
        <Field
          label={t('install.key.label')}
          error={loaderData.isWrong ? t('install.key.wrong') : undefined}
          required
        >
          <TextInput name="key" type="password" autoComplete="off" dir="ltr" />
        </Field>
        <Button type="submit" variant="primary" size="lg">
          {t('install.next')}
        </Button>
      </form>
    </InstallPage>
  )
}
