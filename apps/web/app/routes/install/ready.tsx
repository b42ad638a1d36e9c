import { redirect } from 'react-router'
import { InstallPage } from '../../features/admin/install/install-page.tsx'
import { installHeaders } from '../../features/admin/install/install-state.server.ts'
import { readyCookieName } from '../../features/admin/install/ready-cookie.ts'
import { hostContext } from '../../kernel/context.server.ts'
import { homePath, installPath, loginPathFrom } from '../../kernel/paths.ts'
import { readCookie } from '../../kernel/preferences.ts'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Route } from './+types/ready.ts'

export const headers = installHeaders

export function loader({ request, context }: Route.LoaderArgs) {
  if (!context.get(hostContext).isInstalled) throw redirect(installPath)
  if (readCookie(request.headers.get('cookie'), readyCookieName) === null) throw redirect(homePath)
  return null
}

const askPath = '/questions/ask'

export default function InstallReady() {
  const t = useTranslate()
  const { site, viewer } = useVisit()
  const isLoggedIn = viewer !== null
  return (
    <InstallPage
      step="ready"
      title={t('install.ready.title', { site: site.name })}
      intro={t(isLoggedIn ? 'install.ready.logged_in' : 'install.ready.text')}
    >
      <div className="flex flex-wrap gap-2">
        <ButtonLink
          href={isLoggedIn ? askPath : loginPathFrom(askPath)}
          variant="primary"
          size="lg"
        >
          {t(isLoggedIn ? 'install.ready.ask' : 'install.ready.log_in')}
        </ButtonLink>
        <ButtonLink href={homePath} size="lg">
          {t('install.ready.visit')}
        </ButtonLink>
      </div>
      <Notice title={t('install.ready.email_title')}>{t('install.ready.email')}</Notice>
    </InstallPage>
  )
}
