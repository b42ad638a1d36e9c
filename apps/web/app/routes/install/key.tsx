import { installKeyCookie } from '@stoa/contract/endpoint'
import { useEffect, useRef } from 'react'
import { redirect } from 'react-router'
import { InstallPage } from '../../features/admin/install/install-page.tsx'
import { installHeaders } from '../../features/admin/install/install-state.server.ts'
import { hydrateImmediately } from '../../kernel/hydration.ts'
import { installPath } from '../../kernel/paths.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import type { Route } from './+types/key.ts'

const daySeconds = 24 * 60 * 60

export const headers = installHeaders

export const handle = hydrateImmediately

export function loader({ request }: Route.LoaderArgs) {
  return { isWrong: new URL(request.url).searchParams.has('wrong') }
}

/** Stores the key in a cookie; the server checks it on the next request. */
export async function action({ request }: Route.ActionArgs) {
  const value = (await request.formData()).get('key')
  const key = typeof value === 'string' ? value : ''
  const cookie = `${installKeyCookie}=${encodeURIComponent(key)}; Path=/; Max-Age=${daySeconds}; HttpOnly; SameSite=Strict`
  return redirect(installPath, { status: 303, headers: { 'set-cookie': cookie } })
}

export default function InstallKey({ loaderData }: Route.ComponentProps) {
  const t = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const fill = () => {
      const key = takeFragment()
      if (key !== '' && input.current !== null) input.current.value = key
    }
    fill()
    // The link may be opened in a tab that shows this page already.
    window.addEventListener('hashchange', fill)
    return () => window.removeEventListener('hashchange', fill)
  }, [])
  return (
    <InstallPage step={null} title={t('install.key.title')} intro={t('install.key.intro')}>
      <form method="post" className="grid max-w-form gap-4">
        <Field
          label={t('install.key.label')}
          error={loaderData.isWrong ? t('install.key.wrong') : undefined}
          required
        >
          <TextInput ref={input} name="key" type="password" autoComplete="off" dir="ltr" />
        </Field>
        <Button type="submit" variant="primary" size="lg">
          {t('install.next')}
        </Button>
      </form>
      <LogHelp />
    </InstallPage>
  )
}

const commands = {
  docker: 'docker logs <container>',
  systemd: 'journalctl --unit stoa',
} as const

/** Where the log is depends on how Stoa was started. */
function LogHelp() {
  const t = useTranslate()
  return (
    <section className="grid gap-3 border-t border-line pt-4">
      <h2 className="font-serif text-xl font-semibold tracking-title">{t('install.key.log')}</h2>
      <dl className="grid gap-x-6 gap-y-2 text-md text-ink-2 md:grid-cols-[auto_minmax(0,1fr)]">
        <dt className="font-semibold text-ink">{t('install.key.docker')}</dt>
        <dd>
          <code dir="ltr" className="break-words">
            {commands.docker}
          </code>
        </dd>
        <dt className="font-semibold text-ink">{t('install.key.systemd')}</dt>
        <dd>
          <code dir="ltr" className="break-words">
            {commands.systemd}
          </code>
        </dd>
        <dt className="font-semibold text-ink">{t('install.key.terminal')}</dt>
        <dd>{t('install.key.terminal_text')}</dd>
      </dl>
    </section>
  )
}

/** The key from the link in the log. It is removed from the URL, so that it stays out of the history. */
function takeFragment() {
  const { hash, pathname } = window.location
  if (hash === '') return ''
  window.history.replaceState(window.history.state, '', pathname)
  return decodeURIComponent(hash.slice(1))
}
