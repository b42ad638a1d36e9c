import { login } from '@stoa/contract/features/accounts'
import { baseInfo } from '@stoa/contract/features/install'
import { translator } from '@stoa/locales/translate'
import { redirect } from 'react-router'
import { siteForm, type SiteField } from '../../features/admin/install/install-forms.ts'
import { InstallPage } from '../../features/admin/install/install-page.tsx'
import {
  installHeaders,
  readyPath,
  loadInstallState,
} from '../../features/admin/install/install-state.server.ts'
import { readyCookie } from '../../features/admin/install/ready-cookie.ts'
import { AdminFields, SiteFields } from '../../features/admin/install/site-fields.tsx'
import { createSignInHeaders } from '../../features/people/auth/sign-in.server.ts'
import { homePath } from '../../kernel/paths.ts'
import { submit } from '../../kernel/api.server.ts'
import { visitContext } from '../../kernel/context.server.ts'
import type { FormValues } from '../../kernel/form-spec.ts'
import { rejectForm, readForm } from '../../kernel/form.server.ts'
import { FormBox, useContractForm } from '../../kernel/form.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button } from '../../ui/button.tsx'
import type { Route } from './+types/site.ts'

export const headers = installHeaders

export async function loader(args: Route.LoaderArgs) {
  await loadInstallState(args, 'a database')
  return { origin: new URL(args.request.url).origin }
}

export async function action(args: Route.ActionArgs) {
  const values = await readForm(args.request, siteForm)
  if (values.password !== values.confirm) {
    const t = translator(args.context.get(visitContext).locale)
    const fields = { confirm: t('install.site.password_mismatch') }
    return rejectForm(siteForm, values, { problem: { fields, message: null }, status: 400 })
  }
  const result = await submit(args, baseInfo, siteForm.toInput(values))
  if (result.ok) return redirect(readyPath, { headers: await logInAdmin(args, values) })
  // The site was created concurrently.
  if (result.envelope.reason === 'error.install.done') return redirect(homePath)
  return rejectForm(siteForm, values, result)
}

/** Without a session the last page offers the login instead, for example when the rate limit is reached. */
async function logInAdmin(args: Route.ActionArgs, values: FormValues<SiteField>) {
  const input = { e_mail: values.email.trim(), pass: values.password }
  const result = await submit(args, login, input)
  const cookies = result.ok ? createSignInHeaders(args.context, result.response) : new Headers()
  cookies.append('set-cookie', readyCookie)
  return cookies
}

export default function InstallSite({ actionData, loaderData }: Route.ComponentProps) {
  const t = useTranslate()
  const form = useContractForm(siteForm, actionData)
  return (
    <InstallPage step="site" title={t('install.site.title')}>
      <FormBox form={form} className="grid gap-8">
        <SiteFields form={form} origin={loaderData.origin} />
        <AdminFields form={form} />
        <div>
          <Button type="submit" variant="primary" size="lg" loading={form.isSubmitting}>
            {t('install.site.create')}
          </Button>
        </div>
      </FormBox>
    </InstallPage>
  )
}
