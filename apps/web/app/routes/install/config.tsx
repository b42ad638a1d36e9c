import { InstallPage } from '../../features/admin/install/install-page.tsx'
import {
  installHeaders,
  sitePath,
  loadInstallState,
} from '../../features/admin/install/install-state.server.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Route } from './+types/config.ts'

export const headers = installHeaders

export async function loader(args: Route.LoaderArgs) {
  const state = await loadInstallState(args, 'a database')
  return { file: state.config_file_exist ? state.config_file : null, next: sitePath }
}

export default function InstallConfig({ loaderData: { file, next } }: Route.ComponentProps) {
  const t = useTranslate()
  return (
    <InstallPage step="config" title={t('install.config.title')}>
      <Notice tone="ok">
        {file === null ? t('install.config.from_environment') : t('install.config.written')}
        {file !== null && (
          <code className="mt-1 block font-mono text-sm wrap-anywhere" dir="ltr">
            {file}
          </code>
        )}
      </Notice>
      <div>
        <ButtonLink href={next} variant="primary" size="lg">
          {t('install.next')}
        </ButtonLink>
      </div>
    </InstallPage>
  )
}
